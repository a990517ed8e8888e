// Theorems about who must arrive: firing is symmetric, order does not matter, a stuck lane has one reason.
#include <array>
#include <span>

#include "checker/theorems/theorem.h"
#include "spec/rendezvous.h"

namespace warpproof::theorems {
namespace {

using spec::literal;
using spec::Pred;
using spec::Waiting;

// Any situation of a warp of LANES lanes. A lane is not both here and elsewhere, and an exited one is
// neither.
template <class D, std::size_t LANES>
struct Situation {
  std::array<Waiting<D>, LANES> lanes{};
  std::array<Pred<D>, LANES> exited{};
  Pred<D> consistent{};
  Pred<D> names_itself{};  // no lane breaks mask.self

  Pred<D> fires(D& d, std::size_t lane) const { return spec::may_fire<D>(d, lane, lanes, exited); }
  Pred<D> names(D& d, std::size_t lane, std::size_t other) const {
    return d.bit(lanes[lane].mask, static_cast<unsigned>(other));
  }
};

template <std::size_t LANES, class D, class In>
Situation<D, LANES> situation(D& d, In& in) {
  Situation<D, LANES> s;
  s.consistent = d.truth(true);
  s.names_itself = d.truth(true);
  for (std::size_t k = 0; k < LANES; ++k) {
    s.lanes[k] = {in.pred(indexed("here", k)), in.template word<32>(indexed("mask", k)),
                  in.pred(indexed("elsewhere", k))};
    s.exited[k] = in.pred(indexed("exited", k));
    const auto twice = d.land(s.lanes[k].here, s.lanes[k].elsewhere);
    const auto ghost = d.land(s.exited[k], d.lor(s.lanes[k].here, s.lanes[k].elsewhere));
    s.consistent = d.land(s.consistent, d.lnot(d.lor(twice, ghost)));
    s.names_itself = d.land(s.names_itself, d.lnot(spec::violates_mask_self(d, k, s.lanes[k])));
  }
  return s;
}

// Claims about all pairs of lanes are made for warps of 4, and again for lanes 0 and 1 of a whole warp.
constexpr std::size_t kPairLanes = 4;

struct FiringIsMutual {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<kPairLanes>(d, in);
    auto ok = d.truth(true);
    for (std::size_t l = 0; l < kPairLanes; ++l) {
      const auto fires = s.fires(d, l);
      for (std::size_t k = 0; k < kPairLanes; ++k) {
        if (k == l) continue;
        const auto mate = d.land(fires, d.land(s.names(d, l, k), d.lnot(s.exited[k])));
        ok = d.land(ok, spec::implies<D>(d, mate, s.fires(d, k)));
      }
    }
    return {s.consistent, ok};
  }
};

// Lanes 0 and 1 of a whole warp, which stand for any two.
struct FiringIsMutualWholeWarp {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    const auto mate = d.land(s.fires(d, 0), d.land(s.names(d, 0, 1), d.lnot(s.exited[1])));
    return {d.land(s.consistent, mate), s.fires(d, 1)};
  }
};

// Over the first PAIRED lanes of a warp of LANES.
template <std::size_t LANES, std::size_t PAIRED>
struct FiringSetsAreEqualOrDisjoint {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<LANES>(d, in);
    auto ok = d.truth(true);
    for (std::size_t l = 0; l < PAIRED; ++l) {
      const auto mine = spec::firing_set<D>(d, l, s.lanes, s.exited);
      for (std::size_t k = 0; k < l; ++k) {
        const auto theirs = spec::firing_set<D>(d, k, s.lanes, s.exited);
        auto equal = d.truth(true);
        auto disjoint = d.truth(true);
        for (std::size_t i = 0; i < LANES; ++i) {
          equal = d.land(equal, d.select(mine[i], theirs[i], d.lnot(theirs[i])));
          disjoint = d.land(disjoint, d.lnot(d.land(mine[i], theirs[i])));
        }
        const auto both = d.land(s.fires(d, l), s.fires(d, k));
        ok = d.land(ok, spec::implies<D>(d, both, d.lor(equal, disjoint)));
      }
    }
    return {d.land(s.consistent, s.names_itself), ok};
  }
};

// After lane 0's collective has fired its lanes go on, whatever they do next. Lane 1, outside it, still
// fires.
struct FiringsCommute {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    const auto set = spec::firing_set<D>(d, 0, s.lanes, s.exited);
    auto after = s;
    for (std::size_t k = 0; k < 32; ++k) {
      const Waiting<D> next{in.pred(indexed("here_next", k)), in.template word<32>(indexed("mask_next", k)),
                            in.pred(indexed("elsewhere_next", k))};
      after.lanes[k].here = d.select(set[k], next.here, s.lanes[k].here);
      after.lanes[k].mask = d.select(set[k], next.mask, s.lanes[k].mask);
      after.lanes[k].elsewhere = d.select(set[k], next.elsewhere, s.lanes[k].elsewhere);
      after.exited[k] = d.lor(s.exited[k], d.land(set[k], in.pred(indexed("exits", k))));
    }
    auto assumption = d.land(s.consistent, s.names_itself);
    assumption = d.land(assumption, d.land(s.fires(d, 0), s.fires(d, 1)));
    return {d.land(assumption, d.lnot(set[1])), after.fires(d, 1)};
  }
};

struct ExitsNeverBlock {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    auto after = s;
    for (std::size_t k = 1; k < 32; ++k) {
      const auto leaves = in.pred(indexed("leaves", k));
      after.exited[k] = d.lor(s.exited[k], leaves);
      after.lanes[k].here = d.land(s.lanes[k].here, d.lnot(leaves));
    }
    return {d.land(s.consistent, s.fires(d, 0)), after.fires(d, 0)};
  }
};

struct ExitedMaskIsIrrelevant {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    auto other = s;
    for (std::size_t k = 1; k < 32; ++k) {
      other.lanes[k].mask =
          d.select(s.exited[k], in.template word<32>(indexed("other_mask", k)), s.lanes[k].mask);
    }
    const auto a = s.fires(d, 0);
    const auto b = other.fires(d, 0);
    return {s.consistent, d.select(a, b, d.lnot(b))};
  }
};

struct FullMaskWaitsForAll {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    auto s = situation<32>(d, in);
    auto everyone = d.truth(true);
    for (std::size_t k = 0; k < 32; ++k) {
      s.lanes[k].mask = literal<32>(d, 0xffffffffu);
      everyone = d.land(everyone, d.lor(s.lanes[k].here, s.exited[k]));
    }
    const auto fires = s.fires(d, 0);
    return {d.land(s.consistent, s.lanes[0].here), d.select(everyone, fires, d.lnot(fires))};
  }
};

struct OneReason {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    const auto why = spec::why_stuck<D>(d, 0, s.lanes, s.exited);
    const auto stuck = d.land(s.lanes[0].here, d.lnot(s.fires(d, 0)));
    const auto some = d.lor(why.op_mismatch, d.lor(why.mask_mismatch, why.mask_missing));
    const auto two =
        d.lor(d.land(why.op_mismatch, why.mask_mismatch),
              d.lor(d.land(why.op_mismatch, why.mask_missing), d.land(why.mask_mismatch, why.mask_missing)));
    return {s.consistent, d.land(d.select(stuck, some, d.lnot(some)), d.lnot(two))};
  }
};

// mask.missing means what it says: a named lane, not exited, waits at no warp collective that overlaps.
struct MissingIsMissing {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    const auto why = spec::why_stuck<D>(d, 0, s.lanes, s.exited);
    auto witness = d.truth(false);
    for (std::size_t k = 1; k < 32; ++k) {
      const auto waits = d.lor(s.lanes[k].here, s.lanes[k].elsewhere);
      witness = d.lor(witness, d.land(s.names(d, 0, k), d.land(d.lnot(s.exited[k]), d.lnot(waits))));
    }
    // Lanes that wait under a mask without themselves break mask.self, which is reported first.
    auto self_named = d.truth(true);
    for (std::size_t k = 0; k < 32; ++k) {
      const auto waits = d.lor(s.lanes[k].here, s.lanes[k].elsewhere);
      self_named = d.land(self_named, spec::implies<D>(d, waits, s.names(d, k, k)));
    }
    return {d.land(d.land(s.consistent, self_named), why.mask_missing), witness};
  }
};

struct Pre70CleanMeansFiring {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    const auto verdict = spec::judge_pre70<D>(d, 0, s.lanes, s.exited);
    const auto clean = d.lnot(d.lor(verdict.mask_missing, d.lor(verdict.mask_mismatch, verdict.converge)));
    const auto assumption = d.land(d.land(s.consistent, s.names_itself), d.land(s.lanes[0].here, clean));
    return {assumption, s.fires(d, 0)};
  }
};

// The converse: what may fire on sm_70 would be clean on sm_6x.
struct FiringMeansPre70Clean {
  template <class D, class In>
  Claim<D> operator()(D& d, In& in) const {
    const auto s = situation<32>(d, in);
    const auto verdict = spec::judge_pre70<D>(d, 0, s.lanes, s.exited);
    const auto clean = d.lnot(d.lor(verdict.mask_missing, d.lor(verdict.mask_mismatch, verdict.converge)));
    return {d.land(d.land(s.consistent, s.names_itself), s.fires(d, 0)), clean};
  }
};

}  // namespace

void internal::add_rendezvous_theorems(std::vector<Theorem>& t) {
  t.push_back(make_theorem<FiringIsMutual>(
      "rendezvous.mutual",
      "If a lane may fire, every lane of its mask that has not exited may fire (4 lanes, all pairs)."));
  t.push_back(make_theorem<FiringIsMutualWholeWarp>(
      "rendezvous.mutual-warp",
      "If lane 0 of a warp of 32 may fire, lane 1 may fire where it is in the mask and has not exited."));
  t.push_back(make_theorem<FiringSetsAreEqualOrDisjoint<kPairLanes, kPairLanes>>(
      "rendezvous.sets",
      "The firing sets of two lanes that may fire are equal or disjoint (4 lanes, all pairs)."));
  t.push_back(make_theorem<FiringSetsAreEqualOrDisjoint<32, 2>>(
      "rendezvous.sets-warp",
      "The firing sets of lanes 0 and 1 of a warp of 32 are equal or disjoint where both may fire."));
  t.push_back(make_theorem<FiringsCommute>("rendezvous.commute",
                                           "When two disjoint collectives may fire, firing one leaves the "
                                           "other able to, whatever the released lanes do."));
  t.push_back(make_theorem<ExitsNeverBlock>("rendezvous.exit",
                                            "Other lanes' exits never stop a collective that may fire."));
  t.push_back(make_theorem<ExitedMaskIsIrrelevant>("rendezvous.exited-mask",
                                                   "The mask of an exited lane never matters."));
  t.push_back(make_theorem<FullMaskWaitsForAll>(
      "rendezvous.full-mask",
      "Under a full mask a lane fires exactly when every lane waits here or has exited."));
  t.push_back(make_theorem<OneReason>(
      "rendezvous.one-reason",
      "A lane that waits and may not fire has exactly one reason; any other lane has none."));
  t.push_back(make_theorem<MissingIsMissing>(
      "rendezvous.missing",
      "mask.missing is claimed only where a named lane, not exited, waits at no warp collective."));
  t.push_back(make_theorem<Pre70CleanMeansFiring>("rendezvous.pre70-stricter",
                                                  "What the sm_6x judgement accepts may fire on sm_70."));
  t.push_back(make_theorem<FiringMeansPre70Clean>(
      "rendezvous.pre70-converse", "What may fire on sm_70 is accepted by the sm_6x judgement: fails.",
      Expectation::Differs));
}

}  // namespace warpproof::theorems
