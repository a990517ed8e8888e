// The type of the elements is a parameter of the host's function, too, which makes numbers of it.
#include <cuda_fp16.h>

template <typename T>
__global__ void reverse(T* data, T by) {
  __shared__ T tile[128];
  const int i = threadIdx.x;
  tile[i] = data[i];
  __syncthreads();
  data[i] = tile[127 - i] * by;
}

template <typename T>
void run(int n) {
  T* data;
  cudaMalloc(&data, 128 * sizeof(T));
  const T by = T(2.0), more = T((long long)n);
  reverse<<<1, 128>>>(data, by + more);  // expect: proved
}

int main() { run<__half>(1000); }
