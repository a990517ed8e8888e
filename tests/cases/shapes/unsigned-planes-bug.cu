// case: unsigned-planes   expect: unsafe   class: race   launch: grid(any) block(64)   at: out[i + n - 1] = i;
// The second plane begins with the last element of the first one.
__global__ void fluxes(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = 1;
  out[i + n - 1] = i;
}
