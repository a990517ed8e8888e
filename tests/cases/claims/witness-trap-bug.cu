// case: witness-trap-bug   expect: unproved   class: witness   launch: grid(1) block(64)   at: -
// cause: every thread stops before the race
__global__ void k(int* out) {
  __shared__ int s;
  __trap();
  s = threadIdx.x;
  out[threadIdx.x] = s;
}
