// case: dealii8693   expect: unsafe   class: missing-syncthreads   launch: grid(1) block(25)   rule: memory.implicit-warp-sync   at: buf[tid] = t;
// source: deal.II PR #8693 (hanging nodes, racecheck)
// url: https://github.com/dealii/dealii/pull/8693
// cause: values in shared memory are interpolated in place: a thread overwrites a value that its row still reads
extern "C" __global__ void hanging_nodes(const float *src, const float *weight, float *dst) {
  __shared__ float buf[25];
  const int tid = threadIdx.x, row = tid / 5, col = tid % 5;
  buf[tid] = src[tid];
  __syncthreads();
  float t = 0.0f;
  for (int k = 0; k < 5; ++k) t += weight[col * 5 + k] * buf[row * 5 + k];
  buf[tid] = t;
  __syncthreads();
  dst[tid] = buf[(tid % 5) * 5 + tid / 5];
}
