// case: grid-stride-of-2-to-the-31-ok   expect: safe   class: witness   launch: grid(2147483) block(64)   at: -
// cause: a smaller grid
__global__ void k(int* out, unsigned n) {
  __shared__ int s[64];
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s[threadIdx.x] = i;
}
