// case: ballot-last   expect: safe   class: exited   launch: grid(any) block(64)   at: -
// note: the others have left the kernel, which is a note (mask.exited) and says nothing against the verdict
__global__ void k(unsigned *out, const int *in) {
  unsigned x = 0;
  if (threadIdx.x % 32 < 16) x = __ballot_sync(~0u, in[threadIdx.x] > 0);
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = x;
}
