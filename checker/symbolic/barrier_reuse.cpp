// barrier.rearrive and barrier.count across generations: which generation an arrival falls into must not be
// up to the schedule (spec/barrier.h, reuse). src/concrete/machine_reuse.cpp judges a run in the same way.
#include <algorithm>

#include "checker/symbolic/executor.h"
#include "spec/barrier.h"
#include "src/machine/collective.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;

}  // namespace

// By thread; without a count operand all warps of the block.
Lanes Executor::counted_threads(const Parked& p) {
  TermDomain d{g};
  if (barrier_operands(*p.instruction).count >= 0) return p.c.bits;
  return Lanes(spec::whole_warps<TermDomain>(d, {numbers_.block_threads()}, warp_size_).t);
}

// Lanes of which an arrival at the barrier is pending; where a warp arrives as a whole, all of such a warp, but
// for those that come to where the others of it wait.
Lanes Executor::pending_at(int id, const Position& site) {
  const bool per_warp = spec::counts_barrier_arrivals_per_warp(options_.target);
  Lanes pending = ops_.no();
  for (const Arrival& a : arrivals_[id]) pending = ops_.lor(pending, a.guard);
  if (!per_warp) return pending;
  for (const Position& at : waiting_at_barrier(id)) {
    const Strand& waits = parked_.at(at).strand;
    if (position_of(waits) != site) pending = ops_.lor(pending, waits.guard);
  }
  std::vector<Term> of_warp;
  for (int w = 0; w < warps_; ++w) {
    const int first = w * warp_size_, end = std::min(threads_, first + warp_size_);
    std::vector<Term> any;
    for (int t = first; t < end; ++t) any.push_back(pending.at(t));
    of_warp.resize(static_cast<std::size_t>(end), g.disj(any));
  }
  return Lanes::each(std::move(of_warp));
}

// An arrival while the last one is pending has no meaning: the lane goes no further.
void Executor::check_reuse(int id, Parked& p) {
  TermDomain d{g};
  const Lanes again = ops_.land(pending_at(id, position_of(p.strand)), p.strand.guard);
  obligations_.require_not(Rule::BarrierRearrive, level(Rule::BarrierRearrive), p.place, "", ops_.any(again));
  const Lanes one_warp = ops_.map(
      [&](Term count) {
        return g.land(g.truth(p.instruction->mod.aligned),
                      g.eq(count, g.constant(32, static_cast<std::uint64_t>(warp_size_))));
      },
      counted_threads(p));
  for (const Generation& last : generations_[id]) {
    std::vector<Term> rearrive, shared;
    for (int t = 0; t < threads_; ++t) {
      const Term here = p.strand.guard.at(t);
      if (g.is_false(here)) continue;
      const auto judged = spec::judge_barrier_reuse<TermDomain>(d, {last.arrived.at(t)}, {last.knows.at(t)},
                                                                {last.one_warp}, {one_warp.at(t)});
      rearrive.push_back(g.land(here, judged.rearrive.t));
      shared.push_back(g.land(here, judged.shared.t));
    }
    obligations_.require_not(Rule::BarrierRearrive, level(Rule::BarrierRearrive), p.place,
                             "nothing tells that the last generation is complete",
                             g.land(g.disj(rearrive), last.counts));
    if (!last.counted) continue;
    require_not_shared(last, "barrier shared with threads that do not take part in its generation",
                       g.land(g.disj(shared), last.counts));
  }
  cut_ = ops_.lor(cut_, again);
  p.strand.guard = ops_.land(p.strand.guard, ops_.lnot(again));
}

// Named by the place that the generation comes from.
void Executor::require_not_shared(const Generation& generation, const std::string& how, Term shared) {
  for (const auto& [place, first] : generation.places) {
    obligations_.require_not(Rule::BarrierCount, level(Rule::BarrierCount), place, how,
                             g.land(shared, first));
  }
}

// One that completes `when`; `sites` are those of all its participants. Its place is the first in the program
// where a thread waits; where nobody does, of an arrival.
Executor::Generation Executor::generation_of(const Lanes& waited,
                                             const std::vector<std::pair<std::uint64_t, Lanes>>& released,
                                             const std::vector<BarrierSite>& sites, Term when,
                                             std::optional<Term> count) {
  Generation out;
  out.waited = waited;
  out.others = released;
  out.arrived = waited;
  for (const auto& [time, lanes] : released) out.arrived = ops_.lor(out.arrived, lanes);
  out.time = races_.now();
  out.one_warp =
      count ? g.eq(*count, g.constant(32, static_cast<std::uint64_t>(warp_size_))) : g.truth(warps_ == 1);
  for (const BarrierSite& site : sites) {
    if (!site.aligned) out.one_warp = g.land(out.one_warp, g.lnot(ops_.any(site.guard)));
  }
  out.counted = count.has_value();
  out.happened = g.land(when, ops_.any(out.arrived));
  // Without a count everyone who lives is there: nobody is a stranger, and who waits knows.
  const Lanes only_arrived = ops_.land(out.arrived, ops_.lnot(waited));
  out.counts = out.counted ? out.happened : g.land(when, ops_.any(only_arrived));
  out.knows = waited;
  std::map<std::uint32_t, Term> waits, arrives;
  for (const BarrierSite& site : sites) {
    const auto it = (site.blocking ? waits : arrives).try_emplace(site.place, g.truth(false)).first;
    it->second = g.lor(it->second, ops_.any(site.guard));
  }
  Term earlier = g.truth(false);
  for (const auto* kind : {&waits, &arrives}) {
    for (const auto& [place, here] : *kind) {
      out.places.emplace_back(place, g.land(here, g.lnot(earlier)));
      earlier = g.lor(earlier, here);
    }
  }
  return out;
}

// More warps are there than the generation counts: who of them is left comes unaware of it.
void Executor::judge_overfull(int id, const Generation& fired) {
  TermDomain d{g};
  std::vector<Term> left;
  for (const Position& at : waiting_at_barrier(id)) left.push_back(ops_.any(parked_.at(at).strand.guard));
  for (const Arrival& a : arrivals_[id]) left.push_back(ops_.any(a.guard));
  if (left.empty()) return;
  const auto judged = spec::judge_barrier_reuse<TermDomain>(d, d.truth(false), d.truth(false),
                                                            {fired.one_warp}, {fired.one_warp});
  require_not_shared(fired, "more warps than the barrier counts",
                     g.conj(std::vector<Term>{fired.counts, g.disj(left), judged.shared.t}));
}

// The condition under which those who waited in `fired`, of barrier `id`, know by that that the other
// generation is complete: a participant knew it when it arrived, or all that took part in the other came here
// afterwards. A barrier of everyone waits for what threads did before they exited as well.
Term Executor::tells(int id, const Generation& fired, const Generation& generation) {
  const auto told = generation.told.find(id);
  const auto gone = [&](int t) {
    return fired.counted ? g.truth(false) : g.land(exited_.at(t), g.lnot(fired.arrived.at(t)));
  };
  std::vector<Term> some, missing;
  for (int t = 0; t < threads_; ++t) {
    some.push_back(g.land(g.lor(fired.waited.at(t), gone(t)), generation.knows.at(t)));
    for (const auto& [time, lanes] : fired.others) {
      if (told != generation.told.end()) some.push_back(g.land(lanes.at(t), told->second.at(t)));
    }
    if (g.is_true(some.back())) return some.back();
  }
  for (int t = 0; t < threads_; ++t) {
    Term here = g.lor(fired.waited.at(t), gone(t));
    for (const auto& [time, lanes] : fired.others) {
      if (g.is_false(lanes.at(t))) continue;
      if (time > generation.time) here = g.lor(here, g.land(lanes.at(t), generation.waited.at(t)));
      for (const auto& [before, theirs] : generation.others) {
        if (before < time) here = g.lor(here, g.land(lanes.at(t), theirs.at(t)));
      }
    }
    missing.push_back(g.land(generation.arrived.at(t), g.lnot(here)));
  }
  return g.lor(g.disj(some), g.lnot(g.disj(missing)));
}

void Executor::note_generation(int id, Generation fired) {
  for (auto& [other, generations] : generations_) {
    for (Generation& generation : generations) {
      const Lanes told(tells(id, fired, generation));
      generation.knows = ops_.lor(generation.knows, ops_.land(told, fired.waited));
      // These arrivals are used up.
      const auto pending = generation.told.find(id);
      if (pending != generation.told.end())
        pending->second = ops_.land(pending->second, ops_.lnot(fired.arrived));
    }
  }
  // Those who took part in a generation of several warps knew of the ones before it. One of a single warp
  // stands beside others, and takes the place of the last one of that warp.
  std::vector<Generation>& mine = generations_[id];
  for (Generation& earlier : mine) {
    const Term same_warp = g.land(earlier.one_warp, ops_.any(ops_.land(earlier.arrived, fired.arrived)));
    earlier.counts =
        g.land(earlier.counts, g.lnot(g.land(fired.happened, g.lor(g.lnot(fired.one_warp), same_warp))));
  }
  std::erase_if(mine, [&](const Generation& earlier) { return g.is_false(earlier.counts); });
  if (!g.is_false(fired.counts)) mine.push_back(std::move(fired));
}

}  // namespace warpproof::symbolic
