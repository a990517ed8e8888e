// case: barrier-return   expect: unsafe   class: exited   launch: grid(any) block(64) policy(exited=error)   rule: barrier.exited   at: __syncthreads
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  if ((int)threadIdx.x >= n) return;
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[0];
}
