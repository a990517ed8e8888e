// case: grid-stride-of-2-to-the-31-bug   expect: unproved   class: witness   launch: grid(2147483647) block(64) effort(20)   at: -
// cause: the stride of the loop wraps around: to assume that it does not excludes the grid that is asked for
__global__ void k(int* out, unsigned n, unsigned m) {
  __shared__ int s;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (n == 0x12345678u && m == 0x9abcdef0u) s = threadIdx.x;
  out[0] = 1;
}
