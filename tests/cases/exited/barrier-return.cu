// case: barrier-return   expect: safe   class: exited   launch: grid(any) block(64)   at: -
// note: a barrier behind an early return is a note (barrier.exited)
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  if ((int)threadIdx.x >= n) return;
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[0];
}
