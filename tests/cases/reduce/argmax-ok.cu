// case: argmax   expect: safe   class: full-mask-divergent   launch: grid(1) block(32)   at: -
// why: both fields are exchanged by all lanes, the choice comes afterwards
struct Best { float value; int at; };
__global__ void argmax(const float *in, int *out) {
  const int lane = threadIdx.x;
  Best best = {in[lane], lane};
  for (int off = 16; off > 0; off >>= 1) {
    const float value = __shfl_xor_sync(0xffffffffu, best.value, off);
    const int other = __shfl_sync(0xffffffffu, best.at, lane ^ off);
    if (value > best.value) {
      best.value = value;
      best.at = other;
    }
  }
  __syncwarp();
  if (lane == 0) out[0] = best.at;
}
