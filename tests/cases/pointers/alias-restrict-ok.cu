// case: alias-restrict-ok   expect: safe   class: alias   launch: grid(any) block(any:32) alias(may)   rule: -   at: -
// why: a pointer that is declared __restrict__ overlaps no other
__global__ void shift(const int* __restrict__ in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = in[i + 1];
}
