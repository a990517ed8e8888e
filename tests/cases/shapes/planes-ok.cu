// case: planes   expect: safe   class: race   launch: grid(any) block(any)   at: -
// Each thread has an element in several planes of n elements.
__global__ void fluxes(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
  out[i + n] = in[i + n] * 2;
  out[i + 4 * n] = in[i + 4 * n] * 3;
}
