// Counters by cuda::atomic_ref, and one in shared memory that is read without a barrier.
#include <cuda/atomic>

__global__ void count(const int* in, int* counter, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> total(*counter);
  if (i < n && in[i] > 0) total.fetch_add(1, cuda::std::memory_order_relaxed);
}

__global__ void first_come(const int* in, int* out) {
  __shared__ int places;
  if (threadIdx.x == 0) places = 0;
  cuda::atomic_ref<int, cuda::thread_scope_block> next(places);
  out[blockIdx.x * blockDim.x + next.fetch_add(1, cuda::std::memory_order_relaxed)] = in[threadIdx.x];
}

int main() {
  int *in, *counter, *out;
  cudaMalloc(&in, 1024 * sizeof(int));
  cudaMalloc(&counter, sizeof(int));
  cudaMalloc(&out, 1024 * sizeof(int));
  count<<<4, 256>>>(in, counter, 1000);  // expect: proved
  first_come<<<4, 256>>>(in, out);  // expect: violation
  return cudaDeviceSynchronize();
}
