// case: warp-barrier-but-first-bug   expect: unsafe   class: race   launch: grid(1) block(64)   rule: memory.implicit-warp-sync   at: row[warp][lane] = in[i * 64 + threadIdx.x];
// note: the second round does not wait for those that still read what the first one stored
extern "C" __global__ void sums_of_rows(const int *in, int *out, int rows) {
  __shared__ int row[2][32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int sum = 0;
  for (int i = 0; i < rows; ++i) {
    if (i > 1) __syncwarp();
    row[warp][lane] = in[i * 64 + threadIdx.x];
    __syncwarp();
    sum += row[warp][31 - lane];
  }
  out[threadIdx.x] = sum;
}
