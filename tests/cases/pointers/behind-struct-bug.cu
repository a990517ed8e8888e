// case: behind-struct-bug   expect: unsafe   class: race   launch: grid(1) block(any)   rule: memory.implicit-warp-sync   at: lists->first[threadIdx.x - 1]
// cause: a thread adds to the word that its neighbour writes
struct Lists {
  int* first;
  int* second;
};
__global__ void fill(Lists* lists, int count) {
  if (threadIdx.x + 100 >= count) return;
  lists->first[threadIdx.x] = 1;
  if (threadIdx.x > 0) lists->first[threadIdx.x - 1] += 1;
}
