// case: llamacpp27678   expect: safe   class: split-barrier   launch: grid(1) block(64)   rule: -   at: -
// source: llama.cpp #27678, PR #27955
// url: https://github.com/ggml-org/llama.cpp/issues/27678
extern "C" __global__ void process_tile(const float *q, float *out) {
  __shared__ float comb[64];
  const int t = threadIdx.x;
  if ((t & 3) == 0) {
    comb[t] = q[t] * 2.0f;
  } else {
    comb[t] = q[t];
  }
  __syncthreads();
  out[t] = comb[t ^ 1] + comb[t ^ 33];
}
