// case: alias-restrict-bug   expect: unsafe   class: alias   launch: grid(any) block(any:32) alias(may)   rule: memory.implicit-warp-sync   at: out[i] = in[i + 1]
// cause: what is declared restricted is neither of the two that overlap
__global__ void shift(const int* in, int* out, const int* __restrict__ scale, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1] * scale[i];
}
