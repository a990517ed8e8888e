// case: gpuvoxels133   expect: safe   class: loop-collective   launch: grid(1) block(32)   rule: -   at: -
// source: gpu-voxels PR #133, NVIDIA forum 160816
// url: https://github.com/fzi-forschungszentrum-informatik/gpu-voxels/pull/133
extern "C" __global__ void octree_rebuild(const int *first, const int *last, const int *keys, int *out) {
  const int lane = threadIdx.x;
  int seen = 0;
  int i = first[lane];
  const int end = last[lane];
  while (__any_sync(0xffffffffu, i < end)) {
    const unsigned hit = __ballot_sync(0xffffffffu, i < end && keys[i] > 0);
    seen += __popc(hit);
    ++i;
  }
  __syncwarp();
  out[lane] = seen;
}
