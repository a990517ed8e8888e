// case: signed-and-unsigned-min   expect: unproved   class: order   launch: grid(1) block(64) effort(20)   rule: -   at: -
// cause: minima of signed and of unsigned numbers do not commute
__global__ void least(int n) {
  __shared__ int word;
  const int t = threadIdx.x;
  if (t == 0) word = 10;
  __syncthreads();
  if (t == 0) atomicMin(&word, -1);
  if (t == 32) atomicMin((unsigned*)&word, 5u);
  __syncthreads();
  if (n == 0x1234567 && word != 5) __shfl_sync(0xffffffffu >> (t & 1), t, 0);
  if (n == 0x1234567 && word == 5) __shfl_sync(0xffffffffu >> (t & 2), t, 0);
}
