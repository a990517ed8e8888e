// case: partial-warp   expect: safe   class: exited   launch: grid(any) block(48) policy(exited=error)   at: -
// note: lanes that no thread fills have not left
__global__ void k(unsigned *out, const int *in) {
  out[threadIdx.x] = __ballot_sync(~0u, in[threadIdx.x] > 0);
  __syncthreads();
}
