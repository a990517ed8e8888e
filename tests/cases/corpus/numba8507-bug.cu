// case: numba8507   expect: unsafe   class: leader-skips-shuffle   launch: grid(1) block(32)   rule: shfl.inactive-source   at: res = __shfl_sync(active, 0, leader);
// source: numba #8507 (warp-aggregated atomics)
// url: https://github.com/numba/numba/issues/8507
// cause: transcribed with an else: the leader adds and does not execute the shuffle that the others read it by
extern "C" __global__ void filter_k(int *dst, const int *src, int *nres) {
  const int lane = threadIdx.x & 31;
  const unsigned active = __ballot_sync(0xffffffffu, src[lane] > 0);
  if (src[lane] <= 0) return;
  const int leader = __ffs(active) - 1, rank = __popc(active & ((1u << lane) - 1));
  int res = 0;
  if (rank == 0)
    res = atomicAdd(nres, __popc(active));
  else
    res = __shfl_sync(active, 0, leader);
  dst[res + rank] = src[lane];
}
