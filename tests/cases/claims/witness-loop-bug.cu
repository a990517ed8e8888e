// case: witness-loop-bug   expect: unproved   class: witness   launch: grid(1) block(64) effort(20)   at: -
// cause: the counter is odd and never comes to twice n, so that the loop has no end
__global__ void k(int* out, int n) {
  __shared__ int s;
  for (int i = 1; i != 2 * n; i += 2) out[threadIdx.x] = i;
  s = threadIdx.x;
  out[threadIdx.x] = s;
}
