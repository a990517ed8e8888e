// cooperative_groups/reduce.h for tiles of at most a warp and coalesced groups: redux where the toolkit's header takes it
// (sm_80, integers of at most 32 bits, groups of 16 lanes or more), else shuffles. The asynchronous forms need nvcc.
#pragma once

#include "cooperative_groups_operators.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent, class T, class Op>
WP_FN T reduce(const thread_block_tile<Size, Parent>& group, T v, Op op) {
#if __CUDA_ARCH__ >= 800
  if constexpr (Size >= 16 && wp_redux<Op, T>::usable) return wp_redux<Op, T>::run(group.wp_mask(), v);
#endif
  for (int lanes = Size >> 1; lanes > 0; lanes >>= 1) v = op(v, group.shfl_xor(v, lanes));
  return v;
}

template <class T, class Op>
WP_FN T reduce(const coalesced_group& group, T v, Op op) {
#if __CUDA_ARCH__ >= 800
  if constexpr (wp_redux<Op, T>::usable) return wp_redux<Op, T>::run(group.wp_mask(), v);
#endif
  v = wp_inclusive(group, v, op);
  return __shfl_sync(group.wp_mask(), v, 31 - __clz((int)group.wp_mask()), 32);
}

}  // namespace cooperative_groups
