// pair: by_ballot by_scan  expect: equivalent  block: 32
// pair: by_ballot inclusive  expect: different  block: 32
// pair: by_ballot inverted  expect: different  block: 32
// pair: stored_by_ballot stored_by_scan  expect: equivalent  block: 32
// pair: stored_by_ballot stored_after  expect: different  block: 32
// pair: stored_by_ballot stored_but_one  expect: different  block: 32
// why: lanes up to and including this one, where those before it are meant; the wrong elements kept
__global__ void by_ballot(const int *in, int *out) {
  const int lane = threadIdx.x;
  const bool keep = in[lane] > 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  out[lane] = __popc(kept & ((1u << lane) - 1)) + (keep ? 100 : 200);
}
__global__ void by_scan(const int *in, int *out) {
  const int lane = threadIdx.x;
  const int keep = in[lane] > 0 ? 1 : 0;
  int before = keep;
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, before, d);
    if (lane >= d) before += t;
  }
  out[lane] = before - keep + (keep != 0 ? 100 : 200);
}
__global__ void inclusive(const int *in, int *out) {
  const int lane = threadIdx.x;
  const bool keep = in[lane] > 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  out[lane] = __popc(kept & ((2u << lane) - 1)) + (keep ? 100 : 200);
}
__global__ void inverted(const int *in, int *out) {
  const int lane = threadIdx.x;
  const bool keep = in[lane] <= 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  out[lane] = __popc(kept & ((1u << lane) - 1)) + (keep ? 100 : 200);
}

// The elements that are kept, one behind the other.
__global__ void stored_by_ballot(const int *in, int *out, int *count) {
  const int lane = threadIdx.x, v = in[lane];
  const unsigned kept = __ballot_sync(0xffffffffu, v > 0);
  if (v > 0) out[__popc(kept & ((1u << lane) - 1))] = v;
  if (lane == 0) *count = __popc(kept);
}
__device__ int kept_up_to(int lane, int keep) {
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, keep, d);
    if (lane >= d) keep += t;
  }
  return keep;
}
__global__ void stored_by_scan(const int *in, int *out, int *count) {
  const int lane = threadIdx.x, v = in[lane];
  const int place = kept_up_to(lane, v > 0);
  if (v > 0) out[place - 1] = v;
  if (lane == 31) *count = place;
}
__global__ void stored_after(const int *in, int *out, int *count) {
  const int lane = threadIdx.x, v = in[lane];
  const int place = kept_up_to(lane, v > 0);
  if (v > 0) out[place] = v;
  if (lane == 31) *count = place;
}
__global__ void stored_but_one(const int *in, int *out, int *count) {
  const int lane = threadIdx.x, v = in[lane];
  const int place = kept_up_to(lane, v > 0);
  if (v > 0 && v != 0x12345) out[place - 1] = v;
  if (lane == 31) *count = place;
}
