// case: filter-stride-ok   expect: safe   class: activemask-opportunistic   launch: grid(1) block(32)   rule: -   at: -
// why: lanes that were found converged add once for all of them; each takes a slot of its own, in every round.
__device__ unsigned lanemask_lt() { unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); return m; }
__device__ int atomicAggInc(int* ctr) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1;
  int change = __popc(active);
  unsigned rank = __popc(active & lanemask_lt());
  int warp_res = 0;
  if (rank == 0) warp_res = atomicAdd(ctr, change);
  warp_res = __shfl_sync(active, warp_res, leader);
  return warp_res + rank;
}

__global__ void filter_k(int* dst, int* nres, const int* src, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
}
