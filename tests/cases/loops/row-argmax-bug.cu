// case: row-argmax   expect: unsafe   class: race   launch: grid(2) block(any:32)   at: if (values[w] > best) {
// No barrier before the first thread reads what the warps found.
__global__ void argmax(const float* in, int* out, int n) {
  __shared__ float values[32];
  __shared__ int places[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const float* row = in + blockIdx.x * n;
  float best = -1e30f;
  int at = -1;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (row[i] > best) {
      best = row[i];
      at = i;
    }
  }
  for (int d = 16; d > 0; d >>= 1) {
    const float other = __shfl_down_sync(0xffffffffu, best, d);
    const int place = __shfl_down_sync(0xffffffffu, at, d);
    if (other > best || (other == best && place < at)) {
      best = other;
      at = place;
    }
  }
  if (lane == 0) {
    values[warp] = best;
    places[warp] = at;
  }
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) {
      if (values[w] > best) {
        best = values[w];
        at = places[w];
      }
    }
    out[blockIdx.x] = at;
  }
}
