// case: slot-twice   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   at: list[atomicAdd
// The list has room for one number of each thread; others reach the counter.
extern "C" __global__ void keep(const int* in, int* out) {
  __shared__ int list[64], count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const int v = in[threadIdx.x];
  if (v > 0) list[atomicAdd(&count, 1)] = v;
  if (v > 9) list[atomicAdd(&count, 1)] = v - 9;
  __syncthreads();
  if (threadIdx.x < count) out[threadIdx.x] = list[threadIdx.x];
}
