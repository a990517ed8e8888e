// case: ballot-half   expect: safe   class: exited   launch: grid(any) block(64) policy(exited=error)   at: -
__global__ void k(unsigned *out, const int *in) {
  unsigned x = 0;
  if (threadIdx.x % 32 < 16) x = __ballot_sync(0xffffu, in[threadIdx.x] > 0);
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = x;
}
