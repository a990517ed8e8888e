// case: volatile-read-max-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: out[threadIdx.x] = __int_as_float(most) - in[threadIdx.x];
// cause: no barrier before the result is read, plainly, while other warps still raise it.
__device__ void raise(int* word, float value) {
  int old = *(volatile int*)word;
  while (__int_as_float(old) < value) {
    const int seen = atomicCAS(word, old, __float_as_int(value));
    if (seen == old) break;
    old = seen;
  }
}
__global__ void largest(float* out, const float* in) {
  __shared__ int most;
  if (threadIdx.x == 0) most = __float_as_int(-3.4e38f);
  __syncthreads();
  raise(&most, in[threadIdx.x]);
  out[threadIdx.x] = __int_as_float(most) - in[threadIdx.x];
}
