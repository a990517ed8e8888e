// case: match-leader   expect: unsafe   class: match-groups   launch: grid(1) block(32)   rule: op.mismatch   at: sum = __shfl_sync(0xffffffffu, sum, leader);
// note: lanes of equal key elect a leader; what only a group executes must use the group's mask
extern "C" __global__ void by_key(const int *keys, int *count, int *out) {
  const int lane = threadIdx.x, key = keys[lane] & 7;
  const unsigned peers = __match_any_sync(0xffffffffu, key);
  const int leader = __ffs(peers) - 1;
  int sum = __popc(peers);
  if (sum > 1) {
    if (lane == leader) sum = atomicAdd(&count[key], sum);
    sum = __shfl_sync(0xffffffffu, sum, leader);
  }
  __syncwarp();
  out[lane] = sum;
}
