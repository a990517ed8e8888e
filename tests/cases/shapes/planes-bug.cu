// case: planes   expect: unsafe   class: race   launch: grid(any) block(any)   at: out[i + 2 * n - 1] = in[i + 2 * n - 1] * 3;
// The last plane begins with the last element of the one before.
__global__ void fluxes(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
  out[i + n] = in[i + n] * 2;
  out[i + 2 * n - 1] = in[i + 2 * n - 1] * 3;
}
