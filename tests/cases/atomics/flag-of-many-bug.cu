// case: flag-of-many-bug   expect: unsafe   class: atomics   launch: grid(1) block(256)   rule: memory.implicit-warp-sync   at: out[0] = data[1];
// cause: any of 255 threads may have raised the flag.
extern "C" __global__ void first_of_many(const int* in, int* out) {
  __shared__ int data[256];
  __shared__ volatile int flag;
  const int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t != 0) {
    data[t] = in[t];
    __threadfence_block();
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence_block();
    out[0] = data[1];
  }
}
