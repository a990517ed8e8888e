// case: witness-grid-bug   expect: unproved   class: witness   launch: grid(any) block(64)   at: -
// assume: gridDim.x > n && n > 0x70000000u
// cause: such a grid has more than 2^31 threads along x, of which verdicts on any grid do not speak
__global__ void k(int* out, unsigned n) {
  __shared__ int s;
  s = threadIdx.x;
  out[threadIdx.x] = s;
}
