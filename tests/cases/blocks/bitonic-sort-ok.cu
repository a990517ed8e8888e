// case: bitonic-sort   expect: safe   class: sort   launch: grid(1) block(128)   at: -
__global__ void sort(int *data) {
  __shared__ int key[128];
  const unsigned t = threadIdx.x;
  key[t] = data[t];
  __syncthreads();
  for (unsigned k = 2; k <= 128; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      const unsigned other = t ^ j;
      if (other > t) {
        const int a = key[t], b = key[other];
        if ((a > b) == ((t & k) == 0)) {
          key[t] = b;
          key[other] = a;
        }
      }
      __syncthreads();
    }
  }
  data[t] = key[t];
}
