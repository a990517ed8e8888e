// The groups of cooperative_groups.h whose kind is known at run time only, tiles whose size is a number at run time, and the
// grid, whose barrier is a counter that one thread of each block adds to and awaits. Clusters are declared only.
#pragma once

// All blocks of the grid are to come here equally often.
extern "C" __attribute__((device)) void __warpproof_grid_meeting();

namespace cooperative_groups {

// Bit 31 of the counter changes when the last block has come: one block adds what is missing to 2^31.
static __attribute__((device)) unsigned int wp_grid_arrivals;

WP_FN void wp_await_grid() {
  const unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
  const bool first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
  unsigned int now, before;
  asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;"
               : "=r"(before)
               : "l"(&wp_grid_arrivals), "r"(first ? 0x80000000u - (blocks - 1) : 1u)
               : "memory");
  do {
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(&wp_grid_arrivals) : "memory");
  } while (((before ^ now) & 0x80000000u) == 0);
}

class grid_group {
 public:
  WP_RANK_MEMBERS(static, , unsigned long long, num_blocks() * wp_block_size(),
                  block_rank() * wp_block_size() + wp_block_rank())
  WP_MEMBER static bool is_valid() { return true; }
  WP_MEMBER static void sync() {
    __warpproof_grid_meeting();
    __barrier_sync(0);
    if (wp_block_rank() == 0) wp_await_grid();
    __barrier_sync(0);
  }
  WP_MEMBER static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  WP_MEMBER static dim3 dim_blocks() { return group_dim(); }
  WP_MEMBER static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  WP_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  WP_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
};
WP_FN grid_group this_grid() { return grid_group(); }

// The blocks of a cluster. It compiles; what its instructions do is not modelled, so that whoever comes to one is unknown,
// by its name and line.
class cluster_group {
 public:
  WP_RANK_MEMBERS(static, , unsigned int, num_blocks() * wp_block_size(),
                  block_rank() * wp_block_size() + wp_block_rank())
  struct arrival_token {};
  WP_MEMBER static arrival_token barrier_arrive() {
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    return arrival_token();
  }
  WP_MEMBER static void barrier_wait() { asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); }
  WP_MEMBER static void barrier_wait(arrival_token&&) { barrier_wait(); }
  WP_MEMBER static void sync() {
    barrier_arrive();
    barrier_wait();
  }
  WP_MEMBER static unsigned int block_rank() {
    unsigned int rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
  }
  WP_MEMBER static unsigned int num_blocks() {
    unsigned int blocks;
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    return blocks;
  }
  WP_MEMBER static dim3 block_index() {
    dim3 at;
    asm("mov.u32 %0, %%cluster_ctaid.x;" : "=r"(at.x));
    asm("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(at.y));
    asm("mov.u32 %0, %%cluster_ctaid.z;" : "=r"(at.z));
    return at;
  }
  WP_MEMBER static dim3 dim_blocks() {
    dim3 size;
    asm("mov.u32 %0, %%cluster_nctaid.x;" : "=r"(size.x));
    asm("mov.u32 %0, %%cluster_nctaid.y;" : "=r"(size.y));
    asm("mov.u32 %0, %%cluster_nctaid.z;" : "=r"(size.z));
    return size;
  }
  WP_MEMBER static dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }
  WP_MEMBER static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  // The same place in the shared memory of another block of the cluster.
  template <class T>
  WP_MEMBER static T* map_shared_rank(T* address, int rank) {
    unsigned long long there;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(address), "r"(rank));
    return (T*)there;
  }
  WP_MEMBER static unsigned int query_shared_rank(const void* address) {
    unsigned int rank;
    asm volatile("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
    return rank;
  }
};
WP_FN cluster_group this_cluster() { return cluster_group(); }

// Any of the groups: lanes of a warp under a mask, the block, or the grid.
class thread_group {
 public:
  WP_MEMBER thread_group(const thread_block&) : kind_(Block), mask_(0) {}
  WP_MEMBER thread_group(const grid_group&) : kind_(Grid), mask_(0) {}
  WP_MEMBER thread_group(const coalesced_group& group) : kind_(Lanes), mask_(group.wp_mask()) {}
  template <unsigned int Size, class Parent>
  WP_MEMBER thread_group(const thread_block_tile<Size, Parent>& tile) : kind_(Lanes), mask_(tile.wp_mask()) {}
  // Those lanes of the tile of `size` around the caller that the block has.
  WP_MEMBER thread_group(const thread_block& block, unsigned int size) : kind_(Lanes) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
    const unsigned int left = block.size() - (block.thread_rank() & ~(size - 1));
    mask_ = 0xffffffffu >> (32 - (left < size ? left : size)) << (wp_lane() & ~(size - 1));
  }
  WP_MEMBER unsigned long long size() const {
    return kind_ == Lanes ? __popc(mask_) : kind_ == Block ? wp_block_size() : grid_group::size();
  }
  WP_MEMBER unsigned long long num_threads() const { return size(); }
  WP_MEMBER unsigned long long thread_rank() const {
    return kind_ == Lanes ? __popc(mask_ & ((1u << wp_lane()) - 1))
                          : kind_ == Block ? wp_block_rank() : grid_group::thread_rank();
  }
  WP_MEMBER void sync() const {
    if (kind_ == Lanes) __syncwarp(mask_);
    else if (kind_ == Block) thread_block::sync();
    else grid_group::sync();
  }

 private:
  enum Kind { Lanes, Block, Grid } kind_;
  unsigned int mask_;
};
WP_FN thread_group tiled_partition(const thread_block& block, unsigned int size) { return thread_group(block, size); }

// The lane that is chosen among those of `mask`, the same for all of them: anyone, a new one at each call
// (CUDA C++ Programming Guide, Cooperative Groups, invoke_one: "a single arbitrary thread"; on sm_90 NVIDIA's header
// takes elect.sync, below it rank 0). The clock of one member stands for the choice: its value is anything at each read.
// Like elect.sync it makes the members meet and orders no memory.
WP_FN unsigned int wp_choose_lane(unsigned int mask) {
  const unsigned int first = __ffs((int)mask) - 1;
  const unsigned int wish = __shfl_sync(mask, __nvvm_read_ptx_sreg_clock(), first, 32) & 31;
  return (mask >> wish & 1) != 0 ? wish : first;
}
// The threads of a block or a grid have nothing to agree by without a barrier: a call that is named as unknown.
extern "C" __attribute__((device)) bool cooperative_groups_invoke_one_of_more_than_a_warp();

template <class Group>
WP_FN unsigned int wp_choose(const Group& group) {
  return wp_choose_lane(group.wp_mask());
}

template <class Group, class Function, class... Arguments>
WP_FN void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (wp_choose(group) == wp_lane()) function(static_cast<Arguments&&>(arguments)...);
}
template <class Function, class... Arguments>
WP_FN void invoke_one(const thread_block&, Function&& function, Arguments&&... arguments) {
  if (cooperative_groups_invoke_one_of_more_than_a_warp()) function(static_cast<Arguments&&>(arguments)...);
}
template <class Function, class... Arguments>
WP_FN void invoke_one(const grid_group&, Function&& function, Arguments&&... arguments) {
  if (cooperative_groups_invoke_one_of_more_than_a_warp()) function(static_cast<Arguments&&>(arguments)...);
}
template <class Function, class... Arguments>
WP_FN void invoke_one(const thread_group&, Function&& function, Arguments&&... arguments) {
  if (cooperative_groups_invoke_one_of_more_than_a_warp()) function(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
WP_FN auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
  const unsigned int chosen = wp_choose(group);
  if (chosen == wp_lane()) result = function(static_cast<Arguments&&>(arguments)...);
  return __shfl_sync(group.wp_mask(), result, chosen, 32);
}

}  // namespace cooperative_groups
