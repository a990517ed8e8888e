// case: rows-by-index-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: race   at: rows[(threadIdx.x + 1) / 2]
// cause: the last thread of one warp and the first of the next take one row
__global__ void fill(int** rows, int count) {
  if (threadIdx.x + 100 < count) rows[(threadIdx.x + 1) / 2][0] = threadIdx.x;
}
