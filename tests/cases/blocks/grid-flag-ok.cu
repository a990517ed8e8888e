// case: grid-flag   expect: safe   class: missing-threadfence   launch: grid(2) block(32)   at: -
// One block fills the data, the other one waits for its flag.
__device__ volatile int ready = 0;
__global__ void relay(const int* in, int* data, int* out) {
  const unsigned t = threadIdx.x;
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < 64; i += 32) data[i + t] = in[i + t];
    __threadfence();
    __syncthreads();
    if (t == 0) ready = 1;
  } else {
    if (t == 0) {
      while (ready == 0) {
      }
    }
    __syncthreads();
    __threadfence();
    for (unsigned i = 0; i < 64; i += 32) out[i + t] = data[i + t];
  }
}
