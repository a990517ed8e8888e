// case: counter-met-rarely   expect: safe   class: race   launch: grid(1) block(1024)   rule: -   at: -
// note: whether the exchange comes in the interval of the additions depends on n
__global__ void k(int* out, const int* in, int n) {
  __shared__ int c;
  if (threadIdx.x == 0) c = 0;
  __syncthreads();
  int slot = atomicAdd(&c, 1);
  if (n > 1000000) __syncthreads();
  atomicExch(&c, 0);
  __syncthreads();
  out[threadIdx.x] = slot;
}
