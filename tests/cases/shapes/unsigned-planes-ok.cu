// case: unsigned-planes   expect: safe   class: race   launch: grid(any) block(64)   at: -
// The number of elements of a plane is an unsigned number.
__global__ void fluxes(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = 1;
  out[i + n] = i;
}
