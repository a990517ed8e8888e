// case: ballot_broadcast   expect: safe   class: leader   launch: grid(1) block(any)   rule: -   at: -
// why: the lanes that stay agree on one mask and one leader among themselves, both taken from the same ballot

constexpr unsigned kFullMask = 0xffffffffu;

// Gives each positive element a slot of its own in a list, with one atomic addition a warp.
extern "C" __global__ void ballot_broadcast(const int* in, int* slot, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % warpSize;
  const bool keep = i < n && in[i] > 0;
  const unsigned keepers = __ballot_sync(kFullMask, keep);
  if (!keep) return;
  const int leader = __ffs(keepers) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(count, __popc(keepers));
  first = __shfl_sync(keepers, first, leader);
  slot[i] = first + __popc(keepers & ((1u << lane) - 1));
}

// Counts the positive elements, and numbers them.
void number_positive(const int* in, int* slot, int* count, int n) {
  ballot_broadcast<<<(n + 255) / 256, 256>>>(in, slot, count, n);  // expect: proved
}
