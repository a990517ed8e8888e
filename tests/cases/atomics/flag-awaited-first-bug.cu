// case: flag-awaited-first-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: data[0] = box[0] + box[1];
// cause: two threads raise one flag, and either may come late with its data.
extern "C" __global__ void k(int* data, const int* in, int n) {
  __shared__ int box[2]; __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (flag == 0) {}
    __threadfence_block();
    data[0] = box[0] + box[1];
  } else if (threadIdx.x == 32 || threadIdx.x == 33) {
    box[threadIdx.x - 32] = in[0];
    __threadfence_block();
    flag = 1;
  }
}
