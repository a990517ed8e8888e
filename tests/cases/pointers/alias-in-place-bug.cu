// case: alias-in-place-bug   expect: unsafe   class: alias   launch: grid(any) block(any:32) alias(may)   rule: memory.implicit-warp-sync   at: out[base + threadIdx.x] = in
// cause: where both are one buffer, a thread reads what another has overwritten
__global__ void reverse(const int* in, int* out) {
  const int base = blockIdx.x * blockDim.x;
  out[base + threadIdx.x] = in[base + blockDim.x - 1 - threadIdx.x];
}
