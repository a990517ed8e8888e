// As half-on-the-host-ok, without the barrier.
#include <cuda_fp16.h>

template <typename T>
__global__ void reverse(T* data, T by) {
  __shared__ T tile[128];
  const int i = threadIdx.x;
  tile[i] = data[i];
  data[i] = tile[127 - i] * by;
}

template <typename T>
void run(int n) {
  T* data;
  cudaMalloc(&data, 128 * sizeof(T));
  const T by = T(2.0), more = T((long long)n);
  reverse<<<1, 128>>>(data, by + more);  // expect: violation
}

int main() { run<__half>(1000); }
