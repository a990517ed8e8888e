// case: ballot-last   expect: unsafe   class: exited   launch: grid(any) block(64) policy(exited=error)   rule: mask.exited   at: x = __ballot_sync
__global__ void k(unsigned *out, const int *in) {
  unsigned x = 0;
  if (threadIdx.x % 32 < 16) x = __ballot_sync(~0u, in[threadIdx.x] > 0);
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = x;
}
