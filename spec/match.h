// match.sync: which lanes hold the same value.
//
// Syntax   match.any.sync.{b32,b64} d, a, membermask;     match.all.sync.{b32,b64} d[|p], a, membermask;
// Source   PTX ISA 9.x, match.sync (sm_70 and later); CUDA C++ Programming Guide 13.0, "Warp Match
// Functions". The comparison is bitwise: two equal floats of different bits differ, two equal NaNs match.
// Matches order no memory.
#pragma once

#include <span>

#include "spec/lanes.h"
#include "spec/policies.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

// match.any: bit k is set where lane k takes part and holds the caller's value.
template <ValueDomain D, int N>
Word<D, 32> match_any(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  auto result = participants<D, N>(d, caller, lanes);
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    if (known(d, result[k]) == false) continue;
    result[k] = d.land(result[k], d.eq(lanes[k].value, lanes[caller].value));
  }
  return d.template from_bits<32>(result.data(), static_cast<unsigned>(lanes.size()));
}

template <ValueDomain D>
struct MatchAll {
  Word<D, 32> lanes;
  Pred<D> same;  // the destination predicate
};

// match.all: when every participant holds the same value, a mask and true, else 0 and false. The mask is that
// of the participants in PTX, and the member mask itself in the newer CUDA Programming Guide (5.4). They
// differ once a lane of the mask has exited: with lanes 24-31 gone and mask ~0 the H200 returned 0x00ffffff,
// as PTX says.
template <ValueDomain D, int N>
MatchAll<D> match_all(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes,
                      MatchAllMask policy = MatchAllMask::Participants) {
  const auto takes_part = participants<D, N>(d, caller, lanes);
  Pred<D> same = d.truth(true);
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    if (known(d, takes_part[k]) == false) continue;
    same = d.land(same, implies(d, takes_part[k], d.eq(lanes[k].value, lanes[caller].value)));
  }
  const auto matched = policy == MatchAllMask::MemberMask
                           ? lanes[caller].mask
                           : d.template from_bits<32>(takes_part.data(), static_cast<unsigned>(lanes.size()));
  return {d.select(same, matched, literal<32>(d, 0)), same};
}

}  // namespace warpproof::spec
