// Counts where a pattern stands in a text. The window of a block goes on into the next one's.
__constant__ char pattern[64];
__global__ void count(const char* text, int length, int m, int* matches) {
  __shared__ char window[256 + 64];
  const int start = blockIdx.x * 256;
  for (int i = threadIdx.x; i < 256 + 64; i += 256) window[i] = start + i < length ? text[start + i] : 0;
  __syncthreads();
  bool same = start + threadIdx.x + m <= length;
  for (int j = 0; same && j < m; ++j) same = window[threadIdx.x + j] == pattern[j];
  const int found = __syncthreads_count(same);
  if (threadIdx.x == 0 && found > 0) atomicAdd(matches, found);
}
void find(const char* text, int length, int m, int* matches) {
  if (m < 1 || m > 64) return;
  count<<<(length + 255) / 256, 256>>>(text, length, m, matches);  // expect: proved
}
