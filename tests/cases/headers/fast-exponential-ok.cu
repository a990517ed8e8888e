// case: fast-exponential-ok   expect: safe   class: fast-math   launch: grid(1) block(64)   rule: -   at: -
// The fast exponential differs from the other one in the last digits.

extern "C" __global__ void reverse_if_other(const float* in, float* out) {
  __shared__ float tile[64];
  const float first = in[0];
  if (first == first && expf(first) != __expf(first)) {
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
  }
}
