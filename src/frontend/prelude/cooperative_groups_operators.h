// Operators of cooperative_groups/reduce.h and scan.h, and which of them one redux instruction computes.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {

#define WP_OPERATOR(name, expression)                                                                           \
  template <class T>                                                                                            \
  struct name {                                                                                                 \
    __inline__ __attribute__((device, always_inline, nodebug)) T operator()(T a, T b) const { return expression; } \
  };
WP_OPERATOR(plus, a + b)
WP_OPERATOR(less, b < a ? b : a)
WP_OPERATOR(greater, a < b ? b : a)
WP_OPERATOR(bit_and, a& b)
WP_OPERATOR(bit_or, a | b)
WP_OPERATOR(bit_xor, a ^ b)
#undef WP_OPERATOR

template <class Op, class T>
struct wp_redux {
  static constexpr bool usable = false;
};
#define WP_REDUX_OPERATOR(name, function, Signed)                                                \
  template <class T>                                                                             \
  struct wp_redux<name<T>, T> {                                                                  \
    static constexpr bool usable = __is_integral(T) && sizeof(T) <= 4;                           \
    __inline__ __attribute__((device, always_inline, nodebug)) static T run(unsigned mask, T v) { \
      if constexpr (__is_unsigned(T)) return (T)function(mask, (unsigned int)v);                 \
      else return (T)function(mask, (Signed)v);                                                  \
    }                                                                                            \
  };
WP_REDUX_OPERATOR(plus, __reduce_add_sync, int)
WP_REDUX_OPERATOR(less, __reduce_min_sync, int)
WP_REDUX_OPERATOR(greater, __reduce_max_sync, int)
WP_REDUX_OPERATOR(bit_and, __reduce_and_sync, unsigned int)
WP_REDUX_OPERATOR(bit_or, __reduce_or_sync, unsigned int)
WP_REDUX_OPERATOR(bit_xor, __reduce_xor_sync, unsigned int)
#undef WP_REDUX_OPERATOR

template <class Op, class T>
struct wp_is_integral_sum {
  static constexpr bool value = false;
};
template <class T>
struct wp_is_integral_sum<plus<T>, T> {
  static constexpr bool value = __is_integral(T);
};

// An inclusive scan over the ranks of the group: one shuffle an iteration, by all members.
template <unsigned int Size, class Parent, class T, class Op>
WP_FN T wp_inclusive(const thread_block_tile<Size, Parent>& group, T v, Op op) {
  for (unsigned int d = 1; d < Size; d <<= 1) {
    const T other = group.shfl_up(v, d);
    if (group.thread_rank() >= d) v = op(v, other);
  }
  return v;
}
template <class T, class Op>
WP_FN T wp_inclusive(const coalesced_group& group, T v, Op op) {
  for (unsigned int d = 1; d < group.size(); d <<= 1) {
    const T other = group.shfl_up(v, d);
    if (group.thread_rank() >= d) v = op(v, other);
  }
  return v;
}

}  // namespace cooperative_groups
