// The lanes of a warp: size, lane numbers, masks, and what one lane brings to a collective.
//
// Lane l is bit l of every mask (PTX ISA 9.x, sections "Special Registers: %laneid" and shfl.sync). Users see
// 32 lanes; the size is a parameter so that small warps can be enumerated in tests. A smaller warp uses the
// same words: lane numbers are 5 bits wide and the mask bits from the warp size upwards name no lane.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>

#include "spec/value_domain.h"

namespace warpproof::spec {

inline constexpr int kWarpSize = 32;
inline constexpr int kMaxWarpSize = 32;

// A warp size is a power of two from 1 to 32.
constexpr bool is_warp_size(std::size_t n) { return n >= 1 && n <= kMaxWarpSize && (n & (n - 1)) == 0; }

inline void require_warp_size(std::size_t n) {
  if (!is_warp_size(n)) throw std::invalid_argument("a warp has 1, 2, 4, 8, 16 or 32 lanes");
}

template <class T>
using PerLane = std::array<T, kMaxWarpSize>;

// What one lane brings to a collective. Fields that an operation does not read may stay default-constructed.
//   arrived  the lane waits at this operation: not exited, not absent, not guarded off, not elsewhere
//   mask     its member mask, bit l for lane l
//   value    its data operand (N bits)
//   pred     its predicate operand
// Functions over contributions take them indexed by lane; the span's size is the warp size. They state the
// meaning of a collective that fires (spec/rendezvous.h), where every arrived lane of the caller's mask has
// that same mask.
template <ValueDomain D, int N = 32>
struct Contribution {
  Pred<D> arrived{};
  Word<D, 32> mask{};
  Word<D, N> value{};
  Pred<D> pred{};
};

// Lane k takes part in the caller's collective: it is named in the caller's mask and has arrived. "All
// non-exited threads in membermask" (PTX ISA 9.x, vote.sync, match.sync, redux.sync) is this set, because a
// collective fires only when each non-exited lane of the mask has arrived.
template <ValueDomain D, int N>
PerLane<Pred<D>> participants(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  require_warp_size(lanes.size());
  PerLane<Pred<D>> result;
  result.fill(d.truth(false));
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    result[k] = d.land(d.bit(lanes[caller].mask, static_cast<unsigned>(k)), lanes[k].arrived);
  }
  return result;
}

// The entry of `values` (a power of two of them, one a lane) whose number is `index`; index bits above the
// warp size are ignored. A tree over the index bits: five levels instead of a chain over 32 lanes.
template <class T, ValueDomain D>
T at_lane(D& d, std::span<const T> values, Word<D, 5> index) {
  require_warp_size(values.size());
  PerLane<T> level{};
  for (std::size_t k = 0; k < values.size(); ++k) level[k] = values[k];
  unsigned bit = 0;
  for (std::size_t width = values.size(); width > 1; width /= 2, ++bit) {
    const Pred<D> odd = d.bit(index, bit);
    for (std::size_t k = 0; k < width / 2; ++k) level[k] = d.select(odd, level[2 * k + 1], level[2 * k]);
  }
  return level[0];
}

// Bit `index` of a mask, for a computed lane. Looks the bit up among the mask's bits, so that a mask made of
// guards yields a guard.
template <ValueDomain D>
Pred<D> names_lane(D& d, Word<D, 32> mask, Word<D, 5> index, int warp_size = kWarpSize) {
  PerLane<Pred<D>> mask_bits;
  for (int k = 0; k < warp_size; ++k) mask_bits[k] = d.bit(mask, static_cast<unsigned>(k));
  return at_lane<Pred<D>>(d, std::span<const Pred<D>>(mask_bits.data(), static_cast<std::size_t>(warp_size)),
                          index);
}

template <ValueDomain D>
Pred<D> any_of(D& d, std::span<const Pred<D>> predicates) {
  Pred<D> result = d.truth(false);
  for (const Pred<D>& p : predicates) result = d.lor(result, p);
  return result;
}

template <ValueDomain D>
Pred<D> all_of(D& d, std::span<const Pred<D>> predicates) {
  Pred<D> result = d.truth(true);
  for (const Pred<D>& p : predicates) result = d.land(result, p);
  return result;
}

}  // namespace warpproof::spec
