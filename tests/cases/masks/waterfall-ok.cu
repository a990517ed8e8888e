// case: waterfall   expect: safe   class: waterfall   launch: grid(1) block(64)   rule: -   at: -
// note: a waterfall loop over the different keys of a warp, the same rounds for all lanes; bug: lanes leave when they are served
extern "C" __global__ void waterfall(const int *keys, int *out) {
  const int t = threadIdx.x, key = keys[t] & 3;
  unsigned todo = 0xffffffffu;
  int mine = 0;
  while (todo != 0) {
    const int lead = __shfl_sync(0xffffffffu, key, __ffs(todo) - 1);
    const unsigned peers = __ballot_sync(0xffffffffu, key == lead);
    if (key == lead) {
      mine = __popc(peers);
    }
    todo &= ~peers;
  }
  __syncwarp();
  out[t] = mine;
}
