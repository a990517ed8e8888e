// case: planes-in-a-loop   expect: safe   class: race   launch: grid(any) block(64)   at: -
// Each thread writes its element of four planes, one after the other.
__global__ void fluxes(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (unsigned plane = 0; plane < 4; plane++) out[i + plane * n] = i + plane;
}
