// case: argmax   expect: unsafe   class: full-mask-divergent   launch: grid(1) block(32)   rule: op.mismatch   at: const int other = __shfl_sync(0xffffffffu, best.at, (lane + off) & 31);
// cause: the index is fetched only by lanes whose value loses
// level: ptx
struct Best { float value; int at; };
__global__ void argmax(const float *in, int *out) {
  const int lane = threadIdx.x;
  Best best = {in[lane], lane};
  for (int off = 16; off > 0; off >>= 1) {
    const float value = __shfl_xor_sync(0xffffffffu, best.value, off);
    if (value > best.value) {
      best.value = value;
      const int other = __shfl_sync(0xffffffffu, best.at, (lane + off) & 31);
      best.at = other;
    }
  }
  __syncwarp();
  if (lane == 0) out[0] = best.at;
}
