// case: radix-split   expect: unsafe   class: sort   launch: grid(1) block(128)   at: before += w < warp ? zeros[w] : 0;
// cause: keys are scattered while other warps still read theirs
// level: ptx
__global__ void split(unsigned *keys, int bit) {
  __shared__ unsigned key[128];
  __shared__ int zeros[4];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  key[t] = keys[t];
  __syncthreads();
  const unsigned k = key[(t * 5) & 127];
  const bool one = k >> bit & 1;
  const unsigned ballot = __ballot_sync(0xffffffffu, !one);
  if (lane == 0) zeros[warp] = __popc(ballot);
  int before = 0, all = 0;
  for (int w = 0; w < 4; ++w) {
    before += w < warp ? zeros[w] : 0;
    all += zeros[w];
  }
  before += __popc(ballot & ((1u << lane) - 1));
  key[(t * 7) & 127] = k + (one ? all + t - before : before);
  __syncthreads();
  keys[t] = key[t];
}
