// case: arrivals-counted-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: who finds all 64 counted has seen each of them, so this is a barrier.
extern "C" __global__ void mirror(const int* in, int* out) {
  __shared__ int data[64], ready;
  const int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  data[t] = in[t];
  __threadfence_block();
  atomicAdd(&ready, 1);
  while (atomicAdd(&ready, 0) < 64) {
  }
  __threadfence_block();
  out[t] = data[63 - t];
}
