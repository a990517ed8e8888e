// case: swap-member-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: int old = cells[i].key, assumed;
// cause: the member that is read is not the one that is swapped
struct Cell {
  int key, best;
};
__global__ void k(Cell* cells, const int* in) {
  const int i = threadIdx.x & 7;
  int old = cells[i].key, assumed;
  do {
    assumed = old;
    old = atomicCAS(&cells[i].best, assumed, max(assumed, in[threadIdx.x]));
  } while (old != assumed);
  atomicAdd(&cells[i].key, 1);
}
