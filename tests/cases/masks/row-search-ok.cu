// case: row-search   expect: safe   class: full-mask-divergent   launch: grid(1) block(64)   rule: -   at: -
// why: the vote decides for all lanes whether they leave the loop
__device__ int find(const char *s, int length, char c) {
  const int lane = threadIdx.x % 32, len = min(length, 64);
  int at = -1;
  for (int base = 0; base < len; base += 32) {
    const int i = base + lane;
    const bool hit = i < len && s[i] == c;
    if (hit) at = i;
    if (__ballot_sync(0xffffffffu, hit) != 0) break;
  }
  return at;
}
__global__ void search(const char *chars, const int *offsets, int *results, int rows) {
  for (int r = threadIdx.x / 32; r < rows; r += 2) {
    const int at = __reduce_max_sync(0xffffffffu, find(chars + offsets[r], offsets[r + 1] - offsets[r], 'x'));
    if (threadIdx.x % 32 == 0) results[r] = at;
  }
}
