// case: warp-barrier-but-first-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// note: as for a block: every round but the first waits until the warp has read what the one before stored
extern "C" __global__ void sums_of_rows(const int *in, int *out, int rows) {
  __shared__ int row[2][32];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  int sum = 0;
  for (int i = 0; i < rows; ++i) {
    if (i > 0) __syncwarp();
    row[warp][lane] = in[i * 64 + threadIdx.x];
    __syncwarp();
    sum += row[warp][31 - lane];
  }
  out[threadIdx.x] = sum;
}
