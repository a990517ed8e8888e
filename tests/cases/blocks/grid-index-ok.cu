// case: grid-index   expect: safe   class: inter-block   launch: grid(2) block(any:32)   at: -
__global__ void twice(const int* in, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}
