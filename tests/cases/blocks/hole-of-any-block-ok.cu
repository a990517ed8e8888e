// case: hole-of-any-block-ok   expect: safe   class: uninitialised   launch: grid(1) block(any:32)   at: -
// why: thread 201, which would read what thread 200 does not write, reads nothing then
__global__ void k(int n, int *out) {
  __shared__ int s[1024];
  if (threadIdx.x != 200 || n != 777) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x != 201 || n != 777) out[threadIdx.x] = s[threadIdx.x ^ 1];
}
