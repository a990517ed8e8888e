// Counters in words of shared memory.
//
// Numbers that such a word hands out are bounded: all additions up to the next barrier together are at most
// one for each thread and visit. That bound keeps `list[atomicAdd(&count, 1)]` inside the list.
// Stores at computed places must not reach the counter. Whether they do may itself depend on the bound: of
// all stores that reach it take the first. The numbers that it depends on were handed out before it, when the
// bound held, so that the bound may be used to exclude it.
#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

std::optional<std::uint64_t> Executor::only_offset(const Target& target) const {
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
void Executor::note_shared_addition(const Target& target, int bytes, const Lanes& addend) {
  const auto at = only_offset(target);
  if (target.space != Space::Shared) return;
  if (!at) return note_shared_write(target, bytes, nullptr);
  const Word word{{target.space, target.allocation}, *at, bytes};
  for (Interval& interval : intervals_) {
    if (interval.lost) continue;
    const auto [it, fresh] = interval.counters.try_emplace(word);
    Counter& counter = it->second;
    const Term here = g.land(interval.condition, ops_.any(target.guard));
    if (fresh && !g.is_false(here)) {
      const auto* cells = memory_.cells(word.key);
      const auto cell = cells == nullptr ? decltype(cells->end()){} : cells->find(word.offset);
      if (cells != nullptr && cell != cells->end() && cell->second.bytes == bytes)
        counter.base = number_in(cell->second, interval.condition);
      if (!counter.base) counter.base = word_before(interval, word, here);
    }
    counter.steady = counter.steady && interval.rounds == rounds_now();
    counter.additions.push_back({target.guard, addend, std::nullopt});
  }
}

void Executor::note_shared_results(const Target& target, int bytes, const Lanes& results) {
  const auto at = only_offset(target);
  if (target.space != Space::Shared || !at) return;
  for (Interval& interval : intervals_) {
    if (interval.lost) continue;
    const auto it = interval.counters.find(Word{{target.space, target.allocation}, *at, bytes});
    if (it != interval.counters.end()) it->second.additions.back().results = results;
  }
}

// At the end, where threads that were cut off go on with rounds that belong to an interval which began in one.
void Executor::bound_counters() {
  for (const Interval& interval : intervals_) {
    if (!is_whole(interval)) continue;
    const Term followed =
        interval.rounds == rounds_now() ? g.truth(true) : g.lnot(ops_.any(cut_));
    bound_counters(interval, g.land(interval.condition, followed));
  }
}

// Of an interval all of which is on record, in executions in which it has ended where `when` holds.
void Executor::bound_counters(const Interval& interval, Term when) {
  if (interval.lost || g.is_false(when)) return;
  for (const auto& [word, counter] : interval.counters) {
    const auto overlap = std::count_if(interval.counters.begin(), interval.counters.end(),
                                       [&](const auto& c) { return c.first.overlaps(word); });
    if (counter.base && counter.steady && overlap == 1) bound_counter(interval, word, counter, when);
  }
}

void Executor::bound_counter(const Interval& interval, const Word& word, const Counter& counter, Term when) {
  const int width = word.bytes * 8;
  const bool sample = options_.shape.is_sample();
  std::uint64_t most = 0;  // that all threads together may add; of a sample, that each thread may
  for (const IntervalAddition& a : counter.additions) {
    std::uint64_t here = 0;
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(a.guard.at(t))) continue;
      const std::uint64_t high = g.unsigned_range(a.addend.at(t)).second;
      if (high > AtomicCounters::kLargestAddend) return;
      here = sample ? std::max(here, high) : here + high;
    }
    most += here;
  }
  const auto times = static_cast<std::uint64_t>(sample ? options_.shape.all_threads() : 1);
  if (width < 32 || most * times + *counter.base >= 1ull << 31) return;
  const Term threads = sample ? g.zext(block_threads(), width) : g.constant(width, 1);
  const Term low = g.constant(width, *counter.base);
  const Term high = g.add(low, g.mul(g.constant(width, most), threads));
  std::vector<Term> bounds;
  for (const IntervalAddition& a : counter.additions) {
    for (int t = 0; a.results && t < threads_; ++t) {
      if (g.is_false(a.guard.at(t))) continue;
      const Term result = a.results->at(t);
      const Term within =
          g.land(g.land(g.ule(low, result), g.ule(result, high)), g.ule(g.add(result, a.addend.at(t)), high));
      bounds.push_back(g.lor(g.lnot(a.guard.at(t)), within));
    }
  }
  // No two of a sample get overlapping numbers, whatever else of shared memory is stored to in between. Where
  // all are followed that would be too many pairs.
  std::vector<Term> apart;
  for (std::size_t i = 0; sample && i < counter.additions.size(); ++i) {
    for (std::size_t j = i; j < counter.additions.size(); ++j) {
      const auto& x = counter.additions[i];
      const auto& y = counter.additions[j];
      for (int t = 0; x.results && y.results && t < threads_; ++t) {
        for (int u = i == j ? t + 1 : 0; u < threads_; ++u) {
          const Term both = g.land(x.guard.at(t), y.guard.at(u));
          const Term behind = g.sub(y.results->at(u), x.results->at(t));
          const Term ahead = g.sub(x.results->at(t), y.results->at(u));
          const Term fits = g.land(g.ule(x.addend.at(t), behind), g.ule(y.addend.at(u), ahead));
          if (!g.is_false(both)) apart.push_back(g.lor(g.lnot(both), fits));
        }
      }
    }
  }
  const Term reached = g.land(when, touched(interval, word));
  if (!g.is_false(reached) && !infeasible_(g.land(reached, g.conj(bounds)))) return;
  // Shown of executions in which nothing that was assumed so far is false.
  const Term shown = g.land(scope_, when);
  for (const Term t : bounds) assumptions_.push_back(g.implies(shown, t));
  for (const Term t : apart) assumptions_.push_back(g.implies(shown, t));
}

}  // namespace warpproof::symbolic
