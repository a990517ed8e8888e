// Counters in words of shared memory.
//
// Numbers that such a word hands out are bounded: all additions up to the next barrier together are at most
// one for each thread and visit. That bound keeps `list[atomicAdd(&count, 1)]` inside the list.
// Stores at computed places must not reach the counters. Whether they do may itself depend on the bounds: of
// all stores that reach one take the first. The numbers that it depends on were handed out before it, when
// the bounds held, so that the bounds may be used to exclude it.
#include <algorithm>
#include <array>

#include "checker/soundness_switches.h"
#include "checker/symbolic/element.h"
#include "checker/symbolic/shared_words.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {


std::optional<std::uint64_t> SharedWords::only_offset(const Target& target) const {
  std::optional<std::uint64_t> at;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(target.guard.at(t))) continue;
    const Term offset = target.offset.at(t);
    if (!g.is_const(offset) || (at && *at != g.value(offset))) return std::nullopt;
    at = g.value(offset);
  }
  return at;
}

// Called before the memory changes.
void SharedWords::note_addition(const Target& target, int bytes, const Lanes& addend) {
  const auto at = only_offset(target);
  if (target.space != Space::Shared) return;
  if (!at) return note_write(target, bytes, nullptr);
  const Word word{{target.space, target.allocation}, *at, bytes};
  for (Interval& interval : intervals_) {
    if (interval.lost) continue;
    const auto [it, fresh] = interval.counters.try_emplace(word);
    Counter& counter = it->second;
    const Term here = g.land(interval.condition, context_.ops.any(target.guard));
    if (fresh && !g.is_false(here)) {
      const auto* cells = memory_.cells(word.key);
      const auto cell = cells == nullptr ? decltype(cells->end()){} : cells->find(word.offset);
      if (cells != nullptr && cell != cells->end() && cell->second.bytes == bytes)
        counter.base = number_in(cell->second, interval.condition);
      if (!counter.base) counter.base = word_before(interval, word, here);
    }
    counter.steady = counter.steady && interval.iterations == iterations_();
    counter.additions.push_back({target.guard, addend, std::nullopt});
  }
}

void SharedWords::note_results(const Target& target, int bytes, const Lanes& results) {
  const auto at = only_offset(target);
  if (target.space != Space::Shared || !at) return;
  for (Interval& interval : intervals_) {
    if (interval.lost) continue;
    const auto it = interval.counters.find(Word{{target.space, target.allocation}, *at, bytes});
    if (it != interval.counters.end()) it->second.additions.back().results = results;
  }
}

void SharedWords::bound_counters(const Lanes& cut) {
  for (const Interval& interval : intervals_) {
    if (!is_whole(interval)) continue;
    const Term followed =
        interval.iterations == iterations_() ? g.truth(true) : g.lnot(context_.ops.any(cut));
    bound_counters(interval, g.land(interval.condition, followed));
  }
}

// Of an interval all of which is on record, in executions in which it has ended where `when` holds. Where not
// all counters are out of reach of stores, perhaps some are, without the bounds of the others.
void SharedWords::bound_counters(const Interval& interval, Term when) {
  if (interval.lost || g.is_false(when)) return;
  std::map<Word, CounterFacts> facts;
  for (const auto& [word, counter] : interval.counters) {
    const auto overlap = std::count_if(interval.counters.begin(), interval.counters.end(),
                                       [&](const auto& c) { return c.first.overlaps(word); });
    if (!counter.base || !counter.steady || overlap != 1) continue;
    if (auto its = facts_of_counter(interval, word, counter)) facts.emplace(word, std::move(*its));
  }
  for (bool all = false; !all && !facts.empty();) {
    NumberBounds bounds;
    std::vector<Term> bounded{when};
    for (const auto& [word, its] : facts) {
      for (const auto& [number, bound] : its.bounds) {
        const auto [it, fresh] = bounds.try_emplace(number, bound);
        if (!fresh) it->second = g.land(it->second, bound);
        bounded.push_back(bound);
      }
    }
    all = std::erase_if(facts, [&](const auto& entry) {
            const Term reached = g.land(when, touched(interval, entry.first, bounds));
            return !holds_or_off(SideCondition::SharedCounterReached,
                                 g.is_false(reached) || context_.infeasible(g.land(reached, g.conj(bounded))));
          }) == 0;
  }
  // Shown of executions in which nothing that was assumed so far is false.
  const Term shown = g.land(context_.scope(), when);
  for (const auto& [word, its] : facts) {
    for (const auto& [number, t] : its.bounds) context_.assume(g.implies(shown, t));
    for (const Term t : its.apart) context_.assume(g.implies(shown, t));
  }
}

bool SharedWords::awaits_bounds(Term t) const {
  std::set<std::uint32_t> open;
  for (const Interval& interval : intervals_) {
    for (const auto& [word, counter] : interval.counters) {
      for (const IntervalAddition& a : counter.additions) {
        for (int u = 0; counter.base && a.results && u < threads_; ++u) open.insert(a.results->at(u).id);
      }
    }
  }
  if (open.empty()) return false;
  const std::array roots{t};
  const auto variables = collect_leaves(g, roots).variables;
  return std::any_of(variables.begin(), variables.end(), [&](Term v) { return open.contains(v.id); });
}

// The most that all threads together add, if no addition is large.
std::optional<SharedWords::Most> SharedWords::most_added(const Counter& counter) const {
  const bool sample = shape_.is_sample();
  Most out;
  for (const IntervalAddition& a : counter.additions) {
    std::uint64_t all = 0, of_thread = 0, of_warp = 0, here = 0;
    for (int t = 0; t < threads_; ++t) {
      if (t % warp_size_ == 0) here = 0;
      if (g.is_false(a.guard.at(t))) continue;
      const std::uint64_t high = g.unsigned_range(a.addend.at(t)).second;
      if (high > AtomicCounters::kLargestAddend) return std::nullopt;
      all += high;
      here += high;
      of_thread = std::max(of_thread, high);
      of_warp = std::max(of_warp, here);
    }
    // Of a sample any thread or warp stands for each.
    const bool by_warp = warp_size_ > 1 && of_warp < of_thread * static_cast<std::uint64_t>(warp_size_);
    if (!sample)
      out.once += all;
    else
      (by_warp ? out.each_warp : out.each_thread) += by_warp ? of_warp : of_thread;
  }
  return out;
}

// What holds of the numbers that it hands out if nothing else touches it: between its base and what all may
// add to that, and no two of a sample overlap, whatever else of shared memory is stored to in between. Where
// all threads are followed these would be too many pairs. Nothing where it may wrap around.
std::optional<SharedWords::CounterFacts> SharedWords::facts_of_counter(const Interval& interval, const Word& word,
                                                                 const Counter& counter) {
  const int width = word.bytes * 8;
  const auto most = most_added(counter);
  if (!most || width < 32) return std::nullopt;
  const auto threads = static_cast<std::uint64_t>(shape_.all_threads());
  if (most->once + (most->each_thread + most->each_warp) * threads + *counter.base >= 1ull << 31)
    return std::nullopt;
  const Term low = g.constant(width, *counter.base);
  Term high = g.add(low, g.constant(width, most->once));
  if (shape_.is_sample()) {
    const auto lanes = static_cast<std::uint64_t>(shape_.warp_size);
    const Term size = g.zext(numbers_.block_threads(), width);
    const Term warps = g.udiv(g.add(size, g.constant(width, lanes - 1)), g.constant(width, lanes));
    high = g.add(high, g.add(g.mul(g.constant(width, most->each_thread), size),
                             g.mul(g.constant(width, most->each_warp), warps)));
  }
  CounterFacts out;
  const auto bound = [&](Term number, Term guard, Term within) {
    const Term here = g.lor(g.lnot(guard), within);
    const auto [it, fresh] = out.bounds.try_emplace(number.id, here);
    if (!fresh) it->second = g.land(it->second, here);
  };
  for (const IntervalAddition& a : counter.additions) {
    for (int t = 0; a.results && t < threads_; ++t) {
      if (g.is_false(a.guard.at(t))) continue;
      const Term result = a.results->at(t);
      const Term within =
          g.land(g.land(g.ule(low, result), g.ule(result, high)), g.ule(g.add(result, a.addend.at(t)), high));
      bound(result, a.guard.at(t), within);
    }
  }
  for (const auto& [guard, number] : shared_out(interval, word, counter)) {
    bound(number, guard, g.land(g.ule(low, number), g.ult(number, high)));
  }
  for (std::size_t i = 0; shape_.is_sample() && i < counter.additions.size(); ++i) {
    for (std::size_t j = i; j < counter.additions.size(); ++j)
      note_apart(counter.additions[i], counter.additions[j], out.apart);
  }
  return out;
}

// Numbers that additions to the counter own, by which stores are indexed, with the guards of these.
std::vector<std::pair<Term, Term>> SharedWords::shared_out(const Interval& interval, const Word& word,
                                                        const Counter& counter) {
  std::set<std::uint32_t> results;
  for (const IntervalAddition& a : counter.additions) {
    for (int t = 0; a.results && t < threads_; ++t) results.insert(a.results->at(t).id);
  }
  std::vector<std::pair<Term, Term>> out;
  for (const IntervalWrite& w : interval.writes) {
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(w.guard.at(t)) || g.is_const(w.offset.at(t))) continue;
      const auto owned = counters_.owned_number({w.guard.at(t), w.offset.at(t), w.bytes});
      const bool fits = owned && owned->key == word.key && g.width(owned->number) == word.bytes * 8 &&
                        !results.contains(owned->number.id) &&
                        std::all_of(owned->additions.begin(), owned->additions.end(),
                                    [&](std::uint32_t id) { return results.contains(id); });
      if (fits) out.emplace_back(w.guard.at(t), owned->number);
    }
  }
  return out;
}

void SharedWords::note_apart(const IntervalAddition& x, const IntervalAddition& y, std::vector<Term>& apart) {
  for (int t = 0; x.results && y.results && t < threads_; ++t) {
    for (int u = &x == &y ? t + 1 : 0; u < threads_; ++u) {
      const Term both = g.land(x.guard.at(t), y.guard.at(u));
      if (g.is_false(both)) continue;
      const Term fits =
          numbers_apart(g, x.addend.at(t), x.results->at(t), y.addend.at(u), y.results->at(u));
      apart.push_back(g.lor(g.lnot(both), fits));
    }
  }
}

}  // namespace warpproof::symbolic
