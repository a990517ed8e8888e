// case: hole-of-any-block-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(any:32)   rule: value.uninitialised   at: out[threadIdx.x] = s[threadIdx.x ^ 1];
// cause: thread 200 writes nothing for one n: what any two threads do does not show it, nor what a block of 64 threads does
__global__ void k(int n, int *out) {
  __shared__ int s[1024];
  if (threadIdx.x != 200 || n != 777) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
