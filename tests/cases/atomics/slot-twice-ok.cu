// case: slot-twice   expect: safe   class: atomic-counter   launch: grid(1) block(64)   at: -
// Each thread takes two numbers at most; the list has room for all.
extern "C" __global__ void keep(const int* in, int* out) {
  __shared__ int list[128], count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const int v = in[threadIdx.x];
  if (v > 0) list[atomicAdd(&count, 1)] = v;
  if (v > 9) list[atomicAdd(&count, 1)] = v - 9;
  __syncthreads();
  if (threadIdx.x < count) out[threadIdx.x] = list[threadIdx.x];
}
