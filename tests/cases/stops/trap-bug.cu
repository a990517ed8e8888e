// case: trap   expect: unsafe   class: stops   launch: grid(1) block(64) policy(trap=check)   rule: assert.device   at: __trap()
__global__ void k(const int* in, int* out) {
  const int v = in[0];
  if (v < 0) __trap();
  out[threadIdx.x] = v;
}
