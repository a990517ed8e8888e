// cooperative_groups/scan.h for tiles of at most a warp and coalesced groups. The forms that update an atomic need nvcc.
#pragma once

#include "cooperative_groups_operators.h"

namespace cooperative_groups {

template <class Group, class T, class Op>
WP_FN T inclusive_scan(const Group& group, T v, Op op) {
  return wp_inclusive(group, v, op);
}
template <class Group, class T>
WP_FN T inclusive_scan(const Group& group, T v) {
  return wp_inclusive(group, v, plus<T>());
}

// The first member gets T{}.
template <class Group, class T, class Op>
WP_FN T exclusive_scan(const Group& group, T v, Op op) {
  const T inclusive = wp_inclusive(group, v, op);
  if constexpr (wp_is_integral_sum<Op, T>::value) return inclusive - v;
  const T before = group.shfl_up(inclusive, 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class T>
WP_FN T exclusive_scan(const Group& group, T v) {
  return exclusive_scan(group, v, plus<T>());
}

}  // namespace cooperative_groups
