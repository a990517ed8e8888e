// case: fence-in-function   expect: safe   class: volatile-flag   launch: grid(1) block(64)   rule: -   at: -
// note: the fences stand in functions of their own, the flag is set by one too; bug: the reader's fence comes before it waits
__device__ __noinline__ void finish_stores() { __threadfence_block(); }
__device__ __noinline__ void raise(volatile int *flag) { *flag = 1; }

extern "C" __global__ void handoff(const int *in, int *out) {
  __shared__ int box;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    box = in[0];
    finish_stores();
    raise(&ready);
  }
  if (threadIdx.x == 32) {
    while (ready == 0) {
    }
    finish_stores();
    out[0] = box;
  }
}
