// case: compacted-prefix   expect: safe   class: compaction   launch: grid(1) block(32)   rule: -   at: -
// why: the ranks of two ballots leave out no slot below their count, so what is read was stored
__global__ void compact(const float *in, float *out) {
  __shared__ float kept[64];
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
  for (int i = lane; i < total; i += 32) out[i] = kept[i];
}
