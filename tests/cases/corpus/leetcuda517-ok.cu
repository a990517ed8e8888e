// case: leetcuda517   expect: safe   class: suppression-race   launch: grid(1) block(64)   rule: -   at: -
// source: LeetCUDA #517 (nms)
// url: https://github.com/xlite-dev/LeetCUDA/issues/517
extern "C" __global__ void nms(const int *box, int *out) {
  __shared__ int keep[64];
  const int t = threadIdx.x;
  keep[t] = 1;
  __syncthreads();
  for (int i = 0; i < 64; ++i) {
    const int iou = abs(box[i] - box[t]);
    if (t > i && keep[i] && iou > 5) keep[t] = 0;
    __syncthreads();
  }
  out[t] = keep[t];
}
