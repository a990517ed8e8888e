// case: cudf13485   expect: safe   class: missing-syncthreads-war   launch: grid(1) block(64) n=1000   rule: -   at: -
// source: cuDF #13485 (single_lane_block_sum_reduce)
// url: https://github.com/NVIDIA/cudf/issues/13485
extern "C" __global__ void valid_if_n(const int *in, unsigned *bits, int *null_count, int n) {
  __shared__ int lane_values[2];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int nulls = 0;
  for (int base = 0; base < n; base += 64) {
    const int i = base + threadIdx.x;
    const unsigned word = __ballot_sync(0xffffffffu, i < n && in[i] != 0);
    const int count = 32 - __popc(word);
    if (lane == 0) lane_values[warp] = count;
    if (lane == 0 && i < n) bits[i >> 5] = word;
    __syncthreads();
    if (threadIdx.x == 0) nulls += lane_values[0] + lane_values[1];
    __syncthreads();
  }
  if (threadIdx.x == 0) null_count[0] = nulls;
}
