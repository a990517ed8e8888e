// vote.sync: all, any, uni, ballot.
//
// Syntax   vote.sync.{all,any,uni}.pred d, {!}a, membermask;     vote.sync.ballot.b32 d, {!}a, membermask;
// Source   PTX ISA 9.x, vote.sync (and vote, deprecated: the arrived lanes are the active ones); CUDA C++
// Programming Guide 13.0, "Warp Vote Functions". Votes order no memory. Measured on an H200 with lanes 24-31
// exited, or never launched, and mask ~0: ballot of true gave 0x00ffffff, all of true gave true.
#pragma once

#include <span>

#include "spec/lanes.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

enum class VoteMode { All, Any, Uni };

// True for every participant.
template <ValueDomain D, int N>
Pred<D> vote_all(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  const auto takes_part = participants<D, N>(d, caller, lanes);
  Pred<D> all = d.truth(true);
  for (std::size_t k = 0; k < lanes.size(); ++k) all = d.land(all, implies(d, takes_part[k], lanes[k].pred));
  return all;
}

// True for some participant.
template <ValueDomain D, int N>
Pred<D> vote_any(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  const auto takes_part = participants<D, N>(d, caller, lanes);
  Pred<D> any = d.truth(false);
  for (std::size_t k = 0; k < lanes.size(); ++k) any = d.lor(any, d.land(takes_part[k], lanes[k].pred));
  return any;
}

// The same for all participants: true for all or true for none.
template <ValueDomain D, int N>
Pred<D> vote_uni(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  return d.lor(vote_all<D, N>(d, caller, lanes), d.lnot(vote_any<D, N>(d, caller, lanes)));
}

template <ValueDomain D, int N>
Pred<D> vote(D& d, VoteMode mode, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  switch (mode) {
    case VoteMode::All:
      return vote_all<D, N>(d, caller, lanes);
    case VoteMode::Any:
      return vote_any<D, N>(d, caller, lanes);
    case VoteMode::Uni:
      return vote_uni<D, N>(d, caller, lanes);
  }
  throw std::invalid_argument("vote mode");
}

// Bit k is lane k's predicate; lanes that do not take part contribute 0.
template <ValueDomain D, int N>
Word<D, 32> vote_ballot(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  auto result = participants<D, N>(d, caller, lanes);
  for (std::size_t k = 0; k < lanes.size(); ++k) result[k] = d.land(result[k], lanes[k].pred);
  return d.template from_bits<32>(result.data(), static_cast<unsigned>(lanes.size()));
}

}  // namespace warpproof::spec
