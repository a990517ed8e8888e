// case: compacted-prefix   expect: unsafe   class: compaction   launch: grid(1) block(32)   rule: value.uninitialised   at: out[i] = kept[i]
// cause: the last slot that is read is behind those that were stored
__global__ void compact(const float *in, float *out) {
  __shared__ float kept[65];
  const unsigned lane = threadIdx.x;
  const float x = in[lane];
  int found = 0, total = 0;
  if (x > 0.1f) ++found;
  if (x > 0.4f) ++found;
  for (int i = 0; i < 2; ++i) {
    const unsigned who = __ballot_sync(0xffffffffu, found > i);
    if (found > i) kept[total + __popc(who & ((1u << lane) - 1))] = x + i;
    total += __popc(who);
  }
  __syncwarp();
  for (int i = lane; i <= total; i += 32) out[i] = kept[i];
}
