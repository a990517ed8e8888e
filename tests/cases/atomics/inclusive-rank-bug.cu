// case: inclusive-rank-bug   expect: unsafe   class: atomic-counter   launch: grid(1) block(96)   rule: race   at: out[base + place]
// cause: one place too few is taken, so that the last one of a warp is the first of the next
__global__ void compact(const int* in, int* out, int* count) {
  const int lane = threadIdx.x % 32;
  const bool keep = in[threadIdx.x] != 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  const unsigned place = __popc(kept & ((2u << lane) - 1)) - 1;
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(kept) - 1);
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + place] = in[threadIdx.x];
}
