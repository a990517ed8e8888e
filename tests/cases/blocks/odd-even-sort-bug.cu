// case: odd-even-sort   expect: unsafe   class: sort   launch: grid(1) block(64)   at: s[i + 1] = x;
// level: ptx
__global__ void sort(int* data) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[t] = data[t];
  s[t + 64] = data[t + 64];
  __syncthreads();
  for (int k = 0; k < 128; ++k) {
    const int i = t + (k & 1);
    if (i + 1 < 128 && s[i] > s[i + 1]) {
      const int x = s[i];
      s[i] = s[i + 1];
      s[i + 1] = x;
    }
    __syncthreads();
  }
  data[t] = s[t];
  data[t + 64] = s[t + 64];
}
