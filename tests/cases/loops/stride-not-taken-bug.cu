// case: stride-not-taken-bug   expect: unproved   class: loops   launch: grid(any) block(256)   rule: store.same-instruction   at: b[0]
// cause: a grid of 2^21 blocks and more makes the loop's step too large for it, but is not for the other branch
__global__ void k(int* a, int* b, int n) {
  if (gridDim.x - 2097152u < 2097152u)
    b[0] = threadIdx.x;
  else
    for (int i = threadIdx.x; i < n; i += gridDim.x * 1024) a[i] = 1;
}
