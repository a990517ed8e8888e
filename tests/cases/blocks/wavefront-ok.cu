// case: wavefront   expect: safe   class: dynamic-programming   launch: grid(1) block(16) pitch=17   at: -
__global__ void needle(int* score, const int* match, int pitch, int gap) {
  __shared__ int s[17][17];
  const int t = threadIdx.x;
  if (t == 0) s[0][0] = score[0];
  s[t + 1][0] = score[(t + 1) * pitch];
  s[0][t + 1] = score[t + 1];
  __syncthreads();
  for (int m = 0; m < 31; ++m) {
    const int y = m - t;
    if (y >= 0 && y < 16)
      s[y + 1][t + 1] = max(s[y][t] + match[y * 16 + t], max(s[y + 1][t], s[y][t + 1]) - gap);
    __syncthreads();
  }
  for (int y = 0; y < 16; ++y) score[(y + 1) * pitch + t + 1] = s[y + 1][t + 1];
}
