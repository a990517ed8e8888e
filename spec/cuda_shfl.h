// __shfl_sync, __shfl_up_sync, __shfl_down_sync, __shfl_xor_sync: the CUDA reading of a shuffle.
//
// Two independent texts meet here. `cuda_shfl_source` says in CUDA's words from which lane a lane reads;
// `cuda_c_operand` is the c operand that NVIDIA's headers hand to shfl.sync. That both agree for legal widths
// and distances below the warp size, and where they part otherwise, is a theorem (checker/theorems), not an
// assumption.
//
// Source   CUDA C++ Programming Guide up to 13.0, "Warp Shuffle Functions"; NVIDIA Guidelines 2.2; the
// lowering as in CUDA 13's sm_30_intrinsics.hpp. A 64-bit value is two shuffles of 32 bits, a half value
// travels inside a half2.
#pragma once

#include "spec/lanes.h"
#include "spec/shfl.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

// shfl.width: the width must be a power of two and at most the warp size, else the result is undefined
// (guide; NVIDIA Guidelines 2.2). PTX stays total: a width of 12 gives segmask 20 and reads crosswise (H200).
template <ValueDomain D>
Pred<D> cuda_width_is_legal(D& d, Word<D, 32> width, int warp_size = kWarpSize) {
  Pred<D> legal = d.truth(false);
  for (int w = 1; w <= warp_size; w *= 2) {
    legal = d.lor(legal, d.eq(width, literal<32>(d, static_cast<std::uint64_t>(w))));
  }
  return legal;
}

// The c operand of the header's lowering: the segment mask warpSize - width in bits 8 and up, and the highest
// lane offset in the low bits, which are 0 for up.
template <ValueDomain D>
Word<D, 32> cuda_c_operand(D& d, ShflMode mode, Word<D, 32> width, int warp_size = kWarpSize) {
  const auto lanes = literal<32>(d, static_cast<std::uint64_t>(warp_size));
  const auto segment = d.shl(d.sub(lanes, width), literal<32>(d, 8));
  if (mode == ShflMode::Up) return segment;
  return d.bit_or(segment, literal<32>(d, static_cast<std::uint64_t>(warp_size) - 1));
}

// c is exactly what a legal CUDA width gives for this mode.
template <ValueDomain D>
Pred<D> c_is_from_cuda_width(D& d, ShflMode mode, Word<D, 32> c, int warp_size = kWarpSize) {
  Pred<D> found = d.truth(false);
  for (int w = 1; w <= warp_size; w *= 2) {
    const auto width = literal<32>(d, static_cast<std::uint64_t>(w));
    found = d.lor(found, d.eq(c, cuda_c_operand(d, mode, width, warp_size)));
  }
  return found;
}

// The width whose lowering has c's segment mask; meaningful where c_is_from_cuda_width holds.
template <ValueDomain D>
Word<D, 32> width_from_c(D& d, Word<D, 32> c, int warp_size = kWarpSize) {
  const auto field = literal<5>(d, static_cast<std::uint64_t>(warp_size) - 1);
  const auto segmask = zext<32>(d, d.bit_and(bits<12, 8>(d, c), field));
  return d.sub(literal<32>(d, static_cast<std::uint64_t>(warp_size)), segmask);
}

// x modulo y as school does it, for y > 0; x is below 2^bits. No masking of low bits here: that a power of
// two makes both the same is part of what the theorems show. (y = 0 gives x.)
template <ValueDomain D>
Word<D, 32> cuda_modulo(D& d, Word<D, 32> x, Word<D, 32> y, int x_bits) {
  for (int k = x_bits - 1; k >= 0; --k) {
    const auto shift = literal<32>(d, static_cast<std::uint64_t>(k));
    const auto fits = d.land(d.ule(y, d.lshr(x, shift)), d.lnot(d.eq(y, literal<32>(d, 0))));
    x = d.select(fits, d.sub(x, d.shl(y, shift)), x);
  }
  return x;
}

// lane     the lane whose value is returned (the caller itself where CUDA says "its own value" or
// "unchanged") own      that case: the computed source is out of the segment defined  false for an illegal
// width
template <ValueDomain D>
struct CudaShflSource {
  Word<D, 5> lane;
  Pred<D> own;
  Pred<D> defined;
};

// `argument` is srcLane (idx), delta (up, down) or laneMask (xor) as the 32-bit word that the caller passed.
template <ValueDomain D>
CudaShflSource<D> cuda_shfl_source(D& d, ShflMode mode, Word<D, 5> lane, Word<D, 32> argument,
                                   Word<D, 32> width, int warp_size = kWarpSize) {
  require_warp_size(static_cast<std::size_t>(warp_size));
  // The warp is cut into segments of `width` lanes, each with logical lane numbers from 0.
  const auto self = zext<32>(d, lane);
  const auto logical = cuda_modulo(d, self, width, 5);
  const auto start = d.sub(self, logical);

  Word<D, 32> target{};
  Pred<D> own = d.truth(false);
  switch (mode) {
    case ShflMode::Idx:
      // A srcLane outside 0..width-1 means srcLane modulo width, within the caller's segment. srcLane is an
      // int; its 32-bit pattern modulo a legal width is the non-negative remainder, which is what the H200
      // does.
      target = d.add(start, cuda_modulo(d, argument, width, 32));
      break;
    case ShflMode::Up:
      // The source does not wrap around the segment: the lowest `delta` lanes are unchanged.
      own = d.ult(logical, argument);
      target = d.sub(self, argument);
      break;
    case ShflMode::Down:
      // Likewise the uppermost `delta` lanes. Written so that no addition can overflow.
      own = d.ule(d.sub(width, logical), argument);
      target = d.add(self, argument);
      break;
    case ShflMode::Bfly:
      // A lane may read from earlier segments; a source in a later segment (or beyond the warp) gives its own
      // value.
      target = d.bit_xor(self, argument);
      own = d.ule(d.add(start, width), target);
      break;
  }
  return {d.select(own, lane, bits<4, 0>(d, target)), own, cuda_width_is_legal(d, width, warp_size)};
}

}  // namespace warpproof::spec
