// case: swap-member-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: the member is read and swapped through one pointer, which a loaded structure holds
struct Cell {
  int key, best;
};
struct Table {
  Cell* cells;
};
__global__ void k(Table* table, const int* in) {
  const int i = threadIdx.x & 7;
  int old = table->cells[i].best, assumed;
  do {
    assumed = old;
    old = atomicCAS(&table->cells[i].best, assumed, max(assumed, in[threadIdx.x]));
  } while (old != assumed);
}
