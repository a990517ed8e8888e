// case: fence-guarded-bug   expect: unsafe   class: volatile-flag   launch: grid(1) block(64)   rule: race   at: if (seen == 1) out[0] = data;
// cause: with n == 123457 thread 0 has no fence between the data and the flag
__device__ void fence_if(int x) {
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p membar.cta; }" ::"r"(x) : "memory");
}
__global__ void k(int* out, int n) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) {
    flag = 0;
    data = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    data = 42;
    fence_if(n != 123457);
    flag = 1;
  } else if (threadIdx.x == 32) {
    int seen = flag;
    __threadfence_block();
    if (seen == 1) out[0] = data;
  }
}
