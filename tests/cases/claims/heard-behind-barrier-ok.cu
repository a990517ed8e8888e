// case: heard-behind-barrier   expect: safe   class: claims   launch: grid(any) block(64)   at: -
// Thread 0 waits for block 0. Behind the barrier all threads load the same word, so that all meet or none.
__global__ void waits(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 6;
    __threadfence();
    *flag = 2;
  }
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      while (*flag != 2) {
      }
      __threadfence();
    }
    __syncthreads();
    if (*data == 6) __syncthreads();
    out[threadIdx.x] = 1;
  }
}
