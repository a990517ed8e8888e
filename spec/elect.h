// elect.sync: one lane of the mask becomes the leader.
//
// Syntax   elect.sync d|p, membermask;
// Source   PTX ISA 9.x, elect.sync (sm_90 and later): the same lane for the same mask every time; which one
// is not said. The text waits for "all threads in the membermask" without the word "non-exited" of the other
// collectives; read here like them (inference). Measured on an H200: the lowest lane of each mask, never to
// be relied on.
#pragma once

#include <span>

#include "spec/lanes.h"
#include "spec/value_domain.h"

namespace warpproof::spec {

template <ValueDomain D>
struct Elected {
  Word<D, 32> leader;  // destination d: lane number
  Pred<D> is_leader;   // destination p
};

// `choice` stands for the unspecified election. Whoever supplies it owes two facts: elect_choice_is_legal,
// and one choice for one mask.
template <ValueDomain D>
Elected<D> elect(D& d, Word<D, 5> lane, Word<D, 5> choice) {
  return {zext<32>(d, choice), d.eq(lane, choice)};
}

// The leader is a participant.
template <ValueDomain D, int N>
Pred<D> elect_choice_is_legal(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes,
                              Word<D, 5> choice) {
  const auto takes_part = participants<D, N>(d, caller, lanes);
  const auto number_fits = d.ult(zext<32>(d, choice), literal<32>(d, lanes.size()));
  return d.land(number_fits,
                at_lane<Pred<D>>(d, std::span<const Pred<D>>(takes_part.data(), lanes.size()), choice));
}

// What the H200 does: the lowest participant. For the evaluator's canonical schedule, not for proofs.
template <ValueDomain D, int N>
Word<D, 5> elect_lowest(D& d, std::size_t caller, std::span<const Contribution<D, N>> lanes) {
  const auto takes_part = participants<D, N>(d, caller, lanes);
  auto lowest = literal<5>(d, caller);
  for (std::size_t k = lanes.size(); k-- > 0;) lowest = d.select(takes_part[k], literal<5>(d, k), lowest);
  return lowest;
}

}  // namespace warpproof::spec
