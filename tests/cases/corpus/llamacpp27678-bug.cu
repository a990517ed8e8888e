// case: llamacpp27678   expect: unsafe   class: split-barrier   launch: grid(1) block(64)   rule: barrier.divergent   at: __syncthreads();  // type a
// source: llama.cpp #27678, PR #27955
// url: https://github.com/ggml-org/llama.cpp/issues/27678
// cause: the two kinds of thread run towards two barriers, and the kinds divide a warp
extern "C" __global__ void process_tile(const float *q, float *out) {
  __shared__ float comb[64];
  const int t = threadIdx.x;
  if ((t & 3) == 0) {
    comb[t] = q[t] * 2.0f;
    __syncthreads();  // type a
  } else {
    comb[t] = q[t];
    __syncthreads();
  }
  out[t] = comb[t ^ 1] + comb[t ^ 33];
}
