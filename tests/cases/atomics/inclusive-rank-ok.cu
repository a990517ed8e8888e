// case: inclusive-rank-ok   expect: safe   class: atomic-counter   launch: grid(1) block(96)   rule: -   at: -
// why: a lane that keeps its value counts itself, so one less is its place behind the warp's base
__global__ void compact(const int* in, int* out, int* count) {
  const int lane = threadIdx.x % 32;
  const bool keep = in[threadIdx.x] != 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  const unsigned place = __popc(kept & ((2u << lane) - 1)) - 1;
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + place] = in[threadIdx.x];
}
