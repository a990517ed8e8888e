// case: barrier-all-bound   expect: safe   class: exited   launch: grid(any) block(64) policy(exited=error)   at: -
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  if ((int)threadIdx.x < n) s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  if ((int)threadIdx.x < n) out[threadIdx.x] = s[0];
}
