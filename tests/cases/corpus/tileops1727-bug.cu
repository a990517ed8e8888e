// case: tileops1727   expect: unsafe   class: all-threads-update   launch: grid(4) block(128)   rule: race   at: running_mean[c] = 0.9f * running_mean[c] + 0.1f * mean;
// source: TileOPs #1727 (batch norm)
// url: https://github.com/tile-ai/TileOPs/issues/1727
// cause: each thread of the block reads, changes and writes the channel's running mean
extern "C" __global__ void bn_train(const float *x, float *running_mean) {
  __shared__ float s[4];
  const int c = blockIdx.x, t = threadIdx.x;
  float v = x[c * 128 + t];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if ((t & 31) == 0) s[t >> 5] = v;
  __syncthreads();
  const float mean = (s[0] + s[1] + s[2] + s[3]) / 128.0f;
  running_mean[c] = 0.9f * running_mean[c] + 0.1f * mean;
}
