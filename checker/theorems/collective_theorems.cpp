// Theorems about votes, matches, reductions, elect and activemask.
#include <array>
#include <span>

#include "checker/theorems/theorem.h"
#include "spec/activemask.h"
#include "spec/elect.h"
#include "spec/match.h"
#include "spec/redux.h"
#include "spec/vote.h"

namespace warpproof::theorems {
namespace {

using spec::Contribution;
using spec::literal;
using spec::Pred;
using spec::Word;

template <class D>
Pred<D> iff(D& d, Pred<D> a, Pred<D> b) {
  return d.select(a, b, d.lnot(b));
}

// A warp of LANES lanes under one mask, each with a predicate, a value and an arrived flag of its own.
template <class D, std::size_t LANES>
struct Warp {
  std::array<Contribution<D>, LANES> lanes{};
  Word<D, 32> mask{};
  std::span<const Contribution<D>> view() const { return lanes; }
};

template <std::size_t LANES, class D, class In>
Warp<D, LANES> warp(D& d, In& in) {
  (void)d;
  Warp<D, LANES> w;
  w.mask = in.template word<32>("mask");
  for (std::size_t k = 0; k < LANES; ++k) {
    w.lanes[k].mask = w.mask;
    w.lanes[k].arrived = in.pred(indexed("arrived", k));
    w.lanes[k].pred = in.pred(indexed("p", k));
    w.lanes[k].value = in.template word<32>(indexed("value", k));
  }
  return w;
}

// The participants of lane 0's collective as a mask.
template <class D, std::size_t LANES>
Word<D, 32> participant_mask(D& d, const Warp<D, LANES>& w) {
  const auto takes_part = spec::participants<D, 32>(d, 0, w.view());
  return d.template from_bits<32>(takes_part.data(), LANES);
}

// Lane 0 takes part: it is in its mask and has arrived.
template <class D, std::size_t LANES>
Pred<D> caller_takes_part(D& d, const Warp<D, LANES>& w) {
  return d.land(w.lanes[0].arrived, d.bit(w.mask, 0));
}

struct BallotIsThePredicates {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    auto w = warp<32>(d, in);
    for (auto& lane : w.lanes) {
      lane.mask = literal<32>(d, 0xffffffffu);
      lane.arrived = d.truth(true);
    }
    auto conclusion = d.truth(true);
    for (std::size_t l = 0; l < 32; ++l) {
      const auto ballot = spec::vote_ballot<D, 32>(d, l, w.view());
      for (unsigned k = 0; k < 32; ++k) {
        conclusion = d.land(conclusion, iff<D>(d, d.bit(ballot, k), w.lanes[k].pred));
      }
    }
    return {d.truth(true), conclusion};
  }
};

struct BallotStaysInMask {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<32>(d, in);
    const auto ballot = spec::vote_ballot<D, 32>(d, 0, w.view());
    return {d.truth(true), d.eq(d.bit_and(ballot, d.bit_not(participant_mask(d, w))), literal<32>(d, 0))};
  }
};

struct VotesAreBallots {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<32>(d, in);
    const auto ballot = spec::vote_ballot<D, 32>(d, 0, w.view());
    const auto none = d.eq(ballot, literal<32>(d, 0));
    const auto every = d.eq(ballot, participant_mask(d, w));
    auto same = iff<D>(d, spec::vote<D, 32>(d, spec::VoteMode::All, 0, w.view()), every);
    same = d.land(same, iff<D>(d, spec::vote<D, 32>(d, spec::VoteMode::Any, 0, w.view()), d.lnot(none)));
    same =
        d.land(same, iff<D>(d, spec::vote<D, 32>(d, spec::VoteMode::Uni, 0, w.view()), d.lor(none, every)));
    return {d.truth(true), same};
  }
};

struct AllIsNotAnyNot {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<32>(d, in);
    auto negated = w;
    for (auto& lane : negated.lanes) lane.pred = d.lnot(lane.pred);
    const auto all = spec::vote_all<D, 32>(d, 0, w.view());
    const auto any_not = spec::vote_any<D, 32>(d, 0, negated.view());
    return {d.truth(true), iff<D>(d, all, d.lnot(any_not))};
  }
};

// Reflexive, symmetric and transitive on the participants, for 8 lanes all at once.
struct MatchAnyIsEquivalence {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    constexpr std::size_t kLanes = 8;
    const auto w = warp<kLanes>(d, in);
    std::array<Word<D, 32>, kLanes> match{};
    std::array<Pred<D>, kLanes> part{};
    const auto takes_part = spec::participants<D, 32>(d, 0, w.view());
    for (std::size_t l = 0; l < kLanes; ++l) {
      match[l] = spec::match_any<D, 32>(d, l, w.view());
      part[l] = takes_part[l];
    }
    const auto related = [&](std::size_t a, std::size_t b) {
      return d.bit(match[a], static_cast<unsigned>(b));
    };
    auto ok = d.truth(true);
    for (std::size_t a = 0; a < kLanes; ++a) {
      ok = d.land(ok, spec::implies<D>(d, part[a], related(a, a)));
      for (std::size_t b = 0; b < kLanes; ++b) {
        const auto both = d.land(part[a], part[b]);
        ok = d.land(ok, spec::implies<D>(d, d.land(both, related(a, b)), related(b, a)));
        for (std::size_t c = 0; c < kLanes; ++c) {
          const auto chain = d.land(d.land(both, part[c]), d.land(related(a, b), related(b, c)));
          ok = d.land(ok, spec::implies<D>(d, chain, related(a, c)));
        }
      }
    }
    return {d.truth(true), ok};
  }
};

struct MatchAllIsMatchAny {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<32>(d, in);
    const auto any = spec::match_any<D, 32>(d, 0, w.view());
    const auto all = spec::match_all<D, 32>(d, 0, w.view());
    const auto everyone = d.eq(any, participant_mask(d, w));
    const auto mask = d.eq(all.lanes, d.select(everyone, any, literal<32>(d, 0)));
    return {caller_takes_part(d, w), d.land(iff<D>(d, all.same, everyone), mask)};
  }
};

// The two readings of match.all's mask, with or without all lanes of the mask arrived.
template <bool AllArrived>
struct MatchAllReadingsAgree {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<32>(d, in);
    auto assumption = caller_takes_part(d, w);
    if (AllArrived) assumption = d.land(assumption, d.eq(participant_mask(d, w), w.mask));
    const auto ptx = spec::match_all<D, 32>(d, 0, w.view(), spec::MatchAllMask::Participants);
    const auto guide = spec::match_all<D, 32>(d, 0, w.view(), spec::MatchAllMask::MemberMask);
    return {assumption, d.eq(ptx.lanes, guide.lanes)};
  }
};

struct ReduxOrIsBallot {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    auto w = warp<32>(d, in);
    for (std::size_t k = 0; k < 32; ++k) {
      w.lanes[k].value = d.select(w.lanes[k].pred, literal<32>(d, std::uint64_t{1} << k), literal<32>(d, 0));
    }
    const auto result = spec::redux<D>(d, spec::ReduxOp::Or, 0, w.view());
    return {d.truth(true), d.eq(result, spec::vote_ballot<D, 32>(d, 0, w.view()))};
  }
};

struct ReduxAddCountsTheBallot {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    auto w = warp<8>(d, in);
    for (auto& lane : w.lanes) lane.value = d.select(lane.pred, literal<32>(d, 1), literal<32>(d, 0));
    const auto sum = spec::redux<D>(d, spec::ReduxOp::Add, 0, w.view());
    return {d.truth(true), d.eq(sum, d.popc(spec::vote_ballot<D, 32>(d, 0, w.view())))};
  }
};

// Why redux states no order: each operation is associative and commutative, and its identity changes nothing.
struct ReduxNeedsNoOrder {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto a = in.template word<32>("a");
    const auto b = in.template word<32>("b");
    const auto c = in.template word<32>("c");
    auto ok = d.truth(true);
    for (int i = 0; i <= static_cast<int>(spec::ReduxOp::Xor); ++i) {
      const auto op = static_cast<spec::ReduxOp>(i);
      const auto join = [&](auto x, auto y) { return spec::redux_combine(d, op, x, y); };
      ok = d.land(ok, d.eq(join(join(a, b), c), join(a, join(b, c))));
      ok = d.land(ok, d.eq(join(a, b), join(b, a)));
      ok = d.land(ok, d.eq(join(spec::redux_identity(d, op), a), a));
    }
    return {d.truth(true), ok};
  }
};

// The minimum (or maximum) bounds every participant's value and is one of them.
template <spec::ReduxOp OP>
struct ReduxPicksAnExtreme {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<4>(d, in);
    const auto takes_part = spec::participants<D, 32>(d, 0, w.view());
    const auto result = spec::redux<D>(d, OP, 0, w.view());
    auto bounds = d.truth(true);
    auto is_one = d.truth(false);
    for (std::size_t k = 0; k < 4; ++k) {
      const auto v = w.lanes[k].value;
      Pred<D> bounded{};
      switch (OP) {
        case spec::ReduxOp::MinU:
          bounded = d.ule(result, v);
          break;
        case spec::ReduxOp::MaxU:
          bounded = d.ule(v, result);
          break;
        case spec::ReduxOp::MinS:
          bounded = d.sle(result, v);
          break;
        default:
          bounded = d.sle(v, result);
          break;
      }
      bounds = d.land(bounds, spec::implies<D>(d, takes_part[k], bounded));
      is_one = d.lor(is_one, d.land(takes_part[k], d.eq(result, v)));
    }
    return {caller_takes_part(d, w), d.land(bounds, is_one)};
  }
};

struct OneLeader {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<32>(d, in);
    const auto choice = in.template word<5>("choice");
    const auto takes_part = spec::participants<D, 32>(d, 0, w.view());
    auto some = d.truth(false);
    auto only = d.truth(true);
    std::array<Pred<D>, 32> leads{};
    for (std::size_t k = 0; k < 32; ++k) {
      leads[k] = spec::elect(d, literal<5>(d, k), choice).is_leader;
      some = d.lor(some, d.land(takes_part[k], leads[k]));
      for (std::size_t j = 0; j < k; ++j) only = d.land(only, d.lnot(d.land(leads[k], leads[j])));
    }
    return {spec::elect_choice_is_legal<D, 32>(d, 0, w.view(), choice), d.land(some, only)};
  }
};

struct LowestLeaderIsLegal {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto w = warp<32>(d, in);
    const auto lowest = spec::elect_lowest<D, 32>(d, 0, w.view());
    return {d.lnot(d.eq(participant_mask(d, w), literal<32>(d, 0))),
            spec::elect_choice_is_legal<D, 32>(d, 0, w.view(), lowest)};
  }
};

struct ActivemaskPartitions {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    constexpr std::size_t kLanes = 8;
    std::array<spec::ActiveLane<D>, kLanes> lanes{};
    for (std::size_t k = 0; k < kLanes; ++k) {
      lanes[k] = {in.pred(indexed("present", k)), in.template word<5>(indexed("group", k))};
    }
    std::array<Word<D, 32>, kLanes> seen{};
    auto ok = d.truth(true);
    for (std::size_t l = 0; l < kLanes; ++l) {
      seen[l] = spec::activemask<D>(d, l, lanes);
      ok = d.land(ok, spec::implies<D>(d, lanes[l].present, d.bit(seen[l], static_cast<unsigned>(l))));
      for (std::size_t k = 0; k < kLanes; ++k) {
        const auto sees = d.bit(seen[l], static_cast<unsigned>(k));
        ok = d.land(ok, spec::implies<D>(d, sees, lanes[k].present));
        if (k >= l) continue;
        const auto both = d.land(lanes[l].present, lanes[k].present);
        const auto apart = d.eq(d.bit_and(seen[l], seen[k]), literal<32>(d, 0));
        ok = d.land(ok, spec::implies<D>(d, both, d.lor(apart, d.eq(seen[l], seen[k]))));
      }
    }
    return {d.truth(true), ok};
  }
};

}  // namespace

void internal::add_collective_theorems(std::vector<Theorem>& t) {
  t.push_back(make_theorem<BallotIsThePredicates>(
      "vote.ballot",
      "Over a full mask with all lanes arrived, bit k of every lane's ballot is lane k's predicate."));
  t.push_back(make_theorem<BallotStaysInMask>("vote.ballot.in-mask",
                                              "Lanes that take no part contribute 0 to a ballot."));
  t.push_back(make_theorem<VotesAreBallots>(
      "vote.modes",
      "all, any and uni follow from the ballot and the participants, for every mask and arrived set."));
  t.push_back(make_theorem<AllIsNotAnyNot>("vote.all-any", "all(p) is not any(not p)."));
  t.push_back(make_theorem<MatchAnyIsEquivalence>(
      "match.any.equivalence",
      "match.any relates the participants reflexively, symmetrically and transitively (8 lanes)."));
  t.push_back(make_theorem<MatchAllIsMatchAny>(
      "match.all-any",
      "match.all succeeds exactly where match.any names every participant, and then gives that mask."));
  t.push_back(make_theorem<MatchAllReadingsAgree<true>>(
      "match.all.readings", "With every lane of the mask arrived, both readings of match.all's mask agree."));
  t.push_back(
      make_theorem<MatchAllReadingsAgree<false>>("match.all.readings-exited",
                                                 "With exited lanes in the mask both readings of match.all's "
                                                 "mask agree: fails, PTX and the newer guide part.",
                                                 Expectation::Differs));
  t.push_back(
      make_theorem<ReduxOrIsBallot>("redux.or.ballot", "redux.or of one bit for each lane is the ballot."));
  t.push_back(make_theorem<ReduxAddCountsTheBallot>(
      "redux.add.ballot", "redux.add of 0 or 1 is the population count of the ballot (8 lanes)."));
  t.push_back(make_theorem<ReduxNeedsNoOrder>(
      "redux.order",
      "Each operation is associative and commutative and has its identity, so the order does not matter."));
  t.push_back(make_theorem<ReduxPicksAnExtreme<spec::ReduxOp::MinU>>(
      "redux.min.u32", "redux.min.u32 bounds every participant's value and is one of them (4 lanes)."));
  t.push_back(make_theorem<ReduxPicksAnExtreme<spec::ReduxOp::MaxU>>(
      "redux.max.u32", "redux.max.u32 bounds every participant's value and is one of them (4 lanes)."));
  t.push_back(make_theorem<ReduxPicksAnExtreme<spec::ReduxOp::MinS>>(
      "redux.min.s32", "redux.min.s32 bounds every participant's value and is one of them (4 lanes)."));
  t.push_back(make_theorem<ReduxPicksAnExtreme<spec::ReduxOp::MaxS>>(
      "redux.max.s32", "redux.max.s32 bounds every participant's value and is one of them (4 lanes)."));
  t.push_back(make_theorem<OneLeader>("elect.one-leader",
                                      "A legal election makes exactly one participant the leader."));
  t.push_back(make_theorem<LowestLeaderIsLegal>("elect.lowest", "Electing the lowest participant is legal."));
  t.push_back(make_theorem<ActivemaskPartitions>(
      "activemask.partition",
      "Each lane sees itself and present lanes only; two masks are equal or disjoint (8 lanes)."));
}

}  // namespace warpproof::theorems
