// case: filter-stride-bug   expect: unsafe   class: race   launch: grid(1) block(32)   rule: store.same-instruction   at: dst[atomicAggInc(nres)] = src[i];
// cause: the group adds one less than it has lanes: two groups of one lane add nothing, and take one slot.
__device__ unsigned lanemask_lt() { unsigned m; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m)); return m; }
__device__ int atomicAggInc(int* ctr) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1;
  int change = __popc(active) - 1;
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
