// case: two-rounds   expect: safe   class: atomic-counter   launch: grid(1) block(64)   at: -
// The list is used twice; barriers keep the rounds apart.
extern "C" __global__ void keep(const int* in, int* out) {
  __shared__ int count, list[64];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) list[atomicAdd(&count, 1)] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < count) out[threadIdx.x] = list[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] < 0) list[atomicAdd(&count, 1)] = threadIdx.x;
}
