// case: planes-in-a-loop   expect: unsafe   class: race   launch: grid(any) block(64)   at: out[i + plane * (n - 1)] = i + plane;
// Each plane begins with the last element of the one before.
__global__ void fluxes(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (unsigned plane = 0; plane < 4; plane++) out[i + plane * (n - 1)] = i + plane;
}
