// case: arrivals-counted-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: data[t] = in[t];
// cause: nothing orders the data before the arrival.
extern "C" __global__ void mirror(const int* in, int* out) {
  __shared__ int data[64], ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  data[t] = in[t];
  atomicAdd(&ready, 1);
  while (atomicAdd(&ready, 0) < 64) {
  }
  __threadfence_block();
  out[t] = data[63 - t];
}
