// case: onnxgenai2526   expect: safe   class: shared-union   launch: grid(1) block(32)   rule: -   at: -
// source: onnxruntime-genai PR #2526 (warp merge sort)
// url: https://github.com/microsoft/onnxruntime-genai/pull/2526
union Storage {
  unsigned long long keys[64];
  struct {
    int scores[64];
    int indices[64];
  };
};
extern "C" __global__ void warp_sort(const int *in, int *out) {
  __shared__ Storage sm;
  const int lane = threadIdx.x;
  for (int r = 0; r < 2; ++r)
    sm.keys[r * 32 + lane] = ((unsigned long long)in[r * 32 + lane] << 32) | (unsigned)(r * 32 + lane);
  __syncwarp();
  unsigned long long mine[2];
  for (int r = 0; r < 2; ++r) mine[r] = sm.keys[63 - (r * 32 + lane)];
  __syncwarp();
  for (int r = 0; r < 2; ++r) {
    sm.scores[r * 32 + lane] = (int)(mine[r] >> 32);
    sm.indices[r * 32 + lane] = (int)mine[r];
  }
  __syncwarp();
  out[lane] = sm.scores[lane] + sm.indices[63 - lane];
}
