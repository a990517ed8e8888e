// case: swap-member-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: the member is read and swapped through one pointer, which is loaded twice
struct Cell {
  int key, best;
};
struct Table {
  Cell* cells;
  __device__ void raise(int i, int to) {
    int old = cells[i].best, assumed;
    do {
      assumed = old;
      old = atomicCAS(&cells[i].best, assumed, max(assumed, to));
    } while (old != assumed);
  }
};
__global__ void k(Table table, const int* in) { table.raise(threadIdx.x & 7, in[threadIdx.x]); }
