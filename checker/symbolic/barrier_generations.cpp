#include "checker/symbolic/barrier_generations.h"

#include <algorithm>

#include "spec/barrier.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

using spec::Rule;

void BarrierGenerations::judge_arrival(int id, const Lanes& guard, const Lanes& counts, bool aligned,
                                       std::uint32_t place) {
  TermDomain d{g};
  const Lanes one_warp = ops_.map(
      [&](Term count) {
        return g.land(g.truth(aligned),
                      g.eq(count, g.constant(32, static_cast<std::uint64_t>(warp_size_))));
      },
      counts);
  for (const Generation& last : generations_[id]) {
    std::vector<Term> rearrive, shared;
    for (int t = 0; t < threads_; ++t) {
      const Term here = guard.at(t);
      if (g.is_false(here)) continue;
      const auto judged = spec::judge_barrier_reuse<TermDomain>(d, {last.arrived.at(t)}, {last.knows.at(t)},
                                                                {last.one_warp}, {one_warp.at(t)});
      rearrive.push_back(g.land(here, judged.rearrive.t));
      shared.push_back(g.land(here, judged.shared.t));
    }
    context_.require_not(Rule::BarrierRearrive, place, "nothing tells that the last generation is complete",
                         g.land(g.disj(rearrive), last.counts));
    if (!last.counted) continue;
    require_not_shared(last, "barrier shared with threads that do not take part in its generation",
                       g.land(g.disj(shared), last.counts));
  }
}

void BarrierGenerations::note_arrival(int id, const Lanes& guard) {
  for (auto& [other, generations] : generations_) {
    for (Generation& generation : generations) {
      Lanes& informed = generation.informed.try_emplace(id, ops_.no()).first->second;
      informed = ops_.lor(informed, ops_.land(guard, generation.knows));
    }
  }
}

bool BarrierGenerations::any() const {
  return std::any_of(generations_.begin(), generations_.end(),
                     [](const auto& barrier) { return !barrier.second.empty(); });
}

// Named by the place that the generation comes from.
void BarrierGenerations::require_not_shared(const Generation& generation, const std::string& how,
                                            Term shared) {
  for (const auto& [place, first] : generation.places) {
    context_.require_not(Rule::BarrierCount, place, how, g.land(shared, first));
  }
}

BarrierGenerations::Generation BarrierGenerations::make(
    const Lanes& waited, const std::vector<std::pair<std::uint64_t, Lanes>>& released,
    const std::vector<BarrierSite>& sites, Term when, std::optional<Term> count, std::uint64_t now) const {
  Generation out;
  out.waited = waited;
  out.others = released;
  out.arrived = waited;
  for (const auto& [time, lanes] : released) out.arrived = ops_.lor(out.arrived, lanes);
  out.time = now;
  out.one_warp =
      count ? g.eq(*count, g.constant(32, static_cast<std::uint64_t>(warp_size_))) : g.truth(context_.warps() == 1);
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

void BarrierGenerations::judge_overfull(const Generation& fired, const std::vector<Lanes>& others) {
  TermDomain d{g};
  std::vector<Term> left;
  for (const Lanes& guard : others) left.push_back(ops_.any(guard));
  if (left.empty()) return;
  const auto judged = spec::judge_barrier_reuse<TermDomain>(d, d.truth(false), d.truth(false),
                                                            {fired.one_warp}, {fired.one_warp});
  require_not_shared(fired, "more warps than the barrier counts",
                     g.conj(std::vector<Term>{fired.counts, g.disj(left), judged.shared.t}));
}

// The condition under which those who waited in `fired`, of barrier `id`, know by that that the other
// generation is complete: a participant knew it when it arrived, or all that took part in the other came here
// afterwards. A barrier of everyone waits for what threads did before they exited as well.
Term BarrierGenerations::tells(int id, const Generation& fired, const Generation& generation,
                               const Lanes& exited) {
  const auto informed = generation.informed.find(id);
  const auto gone = [&](int t) {
    return fired.counted ? g.truth(false) : g.land(exited.at(t), g.lnot(fired.arrived.at(t)));
  };
  std::vector<Term> some, missing;
  for (int t = 0; t < threads_; ++t) {
    some.push_back(g.land(g.lor(fired.waited.at(t), gone(t)), generation.knows.at(t)));
    for (const auto& [time, lanes] : fired.others) {
      if (informed != generation.informed.end()) some.push_back(g.land(lanes.at(t), informed->second.at(t)));
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

void BarrierGenerations::note(int id, Generation fired, const Lanes& exited) {
  for (auto& [other, generations] : generations_) {
    for (Generation& generation : generations) {
      const Lanes informed(tells(id, fired, generation, exited));
      generation.knows = ops_.lor(generation.knows, ops_.land(informed, fired.waited));
      // These arrivals are used up.
      const auto pending = generation.informed.find(id);
      if (pending != generation.informed.end())
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
