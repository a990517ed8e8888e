// case: gpuvoxels133   expect: unsafe   class: loop-collective   launch: grid(1) block(32)   rule: op.mismatch   at: const unsigned hit = __ballot_sync(0xffffffffu, keys[i] > 0);
// source: gpu-voxels PR #133, NVIDIA forum 160816
// url: https://github.com/fzi-forschungszentrum-informatik/gpu-voxels/pull/133
// cause: full-mask ballot in a loop that lanes leave in different rounds, and all meet again behind it
extern "C" __global__ void octree_rebuild(const int *first, const int *last, const int *keys, int *out) {
  const int lane = threadIdx.x;
  int seen = 0;
  for (int i = first[lane]; i < last[lane]; ++i) {
    const unsigned hit = __ballot_sync(0xffffffffu, keys[i] > 0);
    seen += __popc(hit);
  }
  __syncwarp();
  out[lane] = seen;
}
