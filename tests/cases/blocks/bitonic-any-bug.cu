// case: bitonic-any   expect: unsafe   class: sort   launch: grid(1) block(256)   at: const int a = key[t], b = key[other];
// level: ptx
__global__ void sort(int* data) {
  __shared__ int key[1024];
  const unsigned t = threadIdx.x, n = blockDim.x;
  key[t] = data[t];
  __syncthreads();
  for (unsigned k = 2; k <= n; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      const unsigned other = t ^ j;
      if (other > t && other < n) {
        const int a = key[t], b = key[other];
        if ((a > b) == ((t & k) == 0)) {
          key[t] = b;
          key[other] = a;
        }
      }
      if (j > 32) __syncthreads();
    }
  }
  data[t] = key[t];
}
