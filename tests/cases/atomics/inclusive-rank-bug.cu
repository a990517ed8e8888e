// case: inclusive-rank-bug   expect: unsafe   class: atomic-counter   launch: grid(1) block(96)   rule: race   at: out[base + place]
// cause: the last place of a warp is the first of the next
__global__ void compact(const int* in, int* out, int* count) {
  const int lane = threadIdx.x % 32;
  const bool keep = in[threadIdx.x] != 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  const unsigned place = __popc(kept & ((2u << lane) - 1));
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(kept));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + place] = in[threadIdx.x];
}
