// shfl.sync and shfl: from which lane a lane reads.
//
// Syntax   shfl.sync.mode.b32 d[|p], a, b, c, membermask;     mode: up, down, bfly, idx
//          shfl.mode.b32      d[|p], a, b, c;                 deprecated
// Source   PTX ISA 9.x, 9.7.9.6 (shfl.sync) and 9.7.9.5 (shfl).
// Measured on an H200 (sm_90): all 4 modes x 1024 (segmask, cval) x 32 b x 32 lanes = 4,194,304 entries agree
// with the clauses below (tests/hardware); 134,217,728 further lanes with random 32-bit b and c, different in
// each lane: no bit outside b[4:0], c[4:0] and c[12:8] matters.
//
// A lane whose guard is false has not arrived; the guard and the destination predicate p are separate things.
// The deprecated form reads from the same lane; its arrived lanes are the active lanes.
#pragma once

#include "spec/lanes.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

enum class ShflMode { Up, Down, Bfly, Idx };

// lane      where the value comes from: lane j when in_range, else the lane itself
// in_range  the destination predicate p
template <ValueDomain D>
struct ShflSource {
  Word<D, 5> lane;
  Pred<D> in_range;
};

// `lane` counts from 0 and is below warp_size; b and c are the operands of that lane, which need not equal
// those of other lanes. For a warp of fewer than 32 lanes the fields at b[4:0], c[4:0] and c[12:8] shrink to
// log2(warp_size) bits at the same positions.
template <ValueDomain D>
ShflSource<D> shfl_source(D& d, ShflMode mode, Word<D, 5> lane, Word<D, 32> b, Word<D, 32> c,
                          int warp_size = kWarpSize) {
  require_warp_size(static_cast<std::size_t>(warp_size));
  const auto field = literal<5>(d, static_cast<std::uint64_t>(warp_size) - 1);
  const auto bval = d.bit_and(bits<4, 0>(d, b), field);
  const auto cval = d.bit_and(bits<4, 0>(d, c), field);
  const auto segmask = d.bit_and(bits<12, 8>(d, c), field);
  const auto offset_bits = d.bit_and(d.bit_not(segmask), field);

  const auto min_lane = d.bit_and(lane, segmask);
  const auto max_lane = d.bit_or(min_lane, d.bit_and(cval, offset_bits));

  // j runs from -31 (up) to 62 (down), so it is signed and 7 bits wide. A 5-bit j that wraps disagrees with
  // the CUDA text in 2,976 cases each for up and down.
  const auto wide = [&d](Word<D, 5> w) { return zext<7>(d, w); };
  const auto limit = wide(max_lane);
  Word<D, 7> j{};
  switch (mode) {
    case ShflMode::Up:
      j = d.sub(wide(lane), wide(bval));
      break;
    case ShflMode::Down:
      j = d.add(wide(lane), wide(bval));
      break;
    case ShflMode::Bfly:
      j = wide(d.bit_xor(lane, bval));
      break;
    case ShflMode::Idx:
      j = wide(d.bit_or(min_lane, d.bit_and(bval, offset_bits)));
      break;
  }
  const Pred<D> in_range = mode == ShflMode::Up ? d.sle(limit, j) : d.sle(j, limit);
  return {d.select(in_range, bits<4, 0>(d, j), lane), in_range};
}

// Rules judged at the read, for a source lane computed above.
//   inactive      shfl.inactive-source: the source lane has not arrived (exited, absent, guarded off or
//   elsewhere).
//                 The value is undefined (PTX ISA 9.x, 9.7.9.6; CUDA C++ Programming Guide 13.0, warp
//                 shuffle; NVIDIA Guidelines 2.1).
//   outside_mask  shfl.source-outside-mask: the source lane is not in the caller's mask (PTX
//   ISA 9.x, 9.7.9.6;
//                 NVIDIA Guidelines 2.3). The value is undefined there too, whether or not the lane happens
//                 to be around; on the H200 such reads gave 0.
template <ValueDomain D>
struct ShflReadRules {
  Pred<D> inactive;
  Pred<D> outside_mask;
};

template <ValueDomain D, int N>
ShflReadRules<D> shfl_read_rules(D& d, std::size_t caller, Word<D, 5> source,
                                 std::span<const Contribution<D, N>> lanes) {
  require_warp_size(lanes.size());
  PerLane<Pred<D>> arrived{};
  for (std::size_t k = 0; k < lanes.size(); ++k) arrived[k] = lanes[k].arrived;
  const std::span<const Pred<D>> here(arrived.data(), lanes.size());
  return {d.lnot(at_lane<Pred<D>>(d, here, source)),
          d.lnot(names_lane(d, lanes[caller].mask, source, static_cast<int>(lanes.size())))};
}

// Rules judged on the operands alone.
// shfl.offset: b outside 0..31 in a mode other than idx. PTX keeps b[4:0], so a distance of 33 acts as 1,
// where CUDA says that up and down never wrap.
template <ValueDomain D>
Pred<D> shfl_offset_is_truncated(D& d, ShflMode mode, Word<D, 32> b, int warp_size = kWarpSize) {
  if (mode == ShflMode::Idx) return d.truth(false);
  return d.ule(literal<32>(d, static_cast<std::uint64_t>(warp_size)), b);
}

// shfl.c-bits: bits of c outside c[4:0] and c[12:8] are set; the instruction ignores them.
template <ValueDomain D>
Pred<D> shfl_c_has_ignored_bits(D& d, Word<D, 32> c, int warp_size = kWarpSize) {
  const std::uint64_t field = static_cast<std::uint64_t>(warp_size) - 1;
  const auto ignored = d.bit_and(c, d.bit_not(literal<32>(d, field << 8 | field)));
  return d.lnot(d.eq(ignored, literal<32>(d, 0)));
}

}  // namespace warpproof::spec
