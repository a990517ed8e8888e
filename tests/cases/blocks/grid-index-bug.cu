// case: grid-index   expect: unsafe   class: inter-block   launch: grid(2) block(any:32)   rule: race   at: out[i] = 2 * in[
// level: ptx
__global__ void twice(const int* in, int* out) {
  const unsigned i = threadIdx.x;
  out[i] = 2 * in[blockIdx.x * blockDim.x + threadIdx.x];
}
