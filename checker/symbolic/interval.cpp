// What is known of words of shared memory between two barriers of the whole block (interval.h).
//
// One thread often sets a word for all: a counter to zero, a flag. Where nobody else may store to it before
// the next barrier, the word is known after that, also if only a sample of the block is followed. Somebody
// else is whoever else is on record; of accesses that are not, in an earlier round of a loop, the setting
// store would race with those that nothing orders before it, unless both are strong.
#include "checker/symbolic/interval.h"

#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

void Executor::note_shared_write(const Target& target, int bytes, const Lanes* value, bool strong) {
  if (target.space != Space::Shared) return;
  for (Interval& interval : intervals_) {
    interval.lost = interval.lost || interval.writes.size() == Interval::kMostWrites;
    if (interval.lost) continue;
    interval.writes.push_back(
        {{target.space, target.allocation}, target.guard, target.offset, bytes, {}, strong});
    if (value != nullptr) interval.writes.back().value = *value;
  }
}

// Which rounds of which loops are followed.
Interval::Rounds Executor::rounds_now() const {
  Interval::Rounds out;
  for (const auto& [at, round] : rounds_) out.push_back(round.serial);
  std::sort(out.begin(), out.end());
  return out;
}

// Are all accesses since its begin on record? They are where no loop was entered since, nor another round
// begun; of a loop that was left, the round that its threads left in is the one in which it began. What
// follows loops that are compared belongs to none of their rounds.
bool Executor::is_whole(const Interval& interval) const {
  const Interval::Rounds now = rounds_now();
  if (compares()) return interval.rounds == now;
  return interval.lies_within(now);
}

// When the write may touch the word; by a thread of another number, if so asked.
Term Executor::touches(const IntervalWrite& write, const Word& word, std::optional<Term> others_than) {
  if (write.key != word.key) return g.truth(false);
  std::vector<Term> out;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(write.guard.at(t))) continue;
    const Term there = overlap(g, write.offset.at(t), write.bytes, g.constant(64, word.offset), word.bytes);
    const Term other = others_than ? g.lnot(g.eq(numbers_.thread_index(t), *others_than)) : g.truth(true);
    out.push_back(g.land(g.land(write.guard.at(t), there), other));
  }
  return g.disj(out);
}

// When anybody's store may touch the word, given bounds of the numbers that stores are indexed by.
Term Executor::touched(const Interval& interval, const Word& word, const NumberBounds& bounds) {
  std::vector<Term> out;
  for (const IntervalWrite& w : interval.writes) {
    if (bounds.empty() || w.key != word.key) {
      out.push_back(touches(w, word));
      continue;
    }
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(w.guard.at(t))) continue;
      const auto element = element_at(g, w.offset.at(t));
      const auto bound = element ? bounds.find(element->index.id) : bounds.end();
      const Term there = overlap(g, w.offset.at(t), w.bytes, g.constant(64, word.offset), word.bytes);
      const Term touch = g.land(w.guard.at(t), there);
      out.push_back(bound == bounds.end() ? touch : g.land(touch, bound->second));
    }
  }
  return g.disj(out);
}

// Numbers of threads, there is one of each, that may be the one which sets the word.
std::vector<Term> Executor::setters(const IntervalWrite& set, const Word& word, Term when) {
  std::vector<Term> out;
  if (options_.shape.is_sample()) {
    const Term size = numbers_.block_threads(), zero = g.constant(32, 0), one = g.constant(32, 1);
    out = {zero, g.sub(size, one)};
    if (infeasible_(g.land(when, g.eq(size, one)))) out.push_back(one);
    return out;
  }
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(set.guard.at(t)) || !g.is_const(set.offset.at(t))) continue;
    if (g.value(set.offset.at(t)) == word.offset) out.push_back(numbers_.thread_index(t));
  }
  return out.size() == 1 ? out : std::vector<Term>{};
}

// The number that this write leaves in the word where `when` holds: one thread surely stores it, and nobody
// else stores there before or anybody after it.
std::optional<std::uint64_t> Executor::set_by(const Interval& interval, std::size_t write, const Word& word,
                                              Term when) {
  const IntervalWrite& set = interval.writes[write];
  if (!set.value || set.key != word.key || set.bytes != word.bytes ||
      (set.strong && (!interval.whole || interval.at_head)))
    return std::nullopt;
  std::optional<Term> value;
  for (int t = 0; t < threads_ && !value; ++t) {
    if (!g.is_false(set.guard.at(t)) && g.is_const(set.value->at(t))) value = set.value->at(t);
  }
  if (!value) return std::nullopt;
  for (const Term number : setters(set, word, when)) {
    std::vector<Term> wrong;
    for (int t = 0; t < threads_; ++t) {
      const Term is_it = g.eq(numbers_.thread_index(t), number);
      if (g.is_false(is_it)) continue;
      const Term there = g.eq(set.offset.at(t), g.constant(64, word.offset));
      const Term sets = g.conj(std::vector<Term>{set.guard.at(t), there, g.eq(set.value->at(t), *value)});
      wrong.push_back(g.land(is_it, g.lnot(sets)));
    }
    for (std::size_t i = 0; i < interval.writes.size(); ++i)
      wrong.push_back(touches(interval.writes[i], word, i <= write ? std::optional(number) : std::nullopt));
    if (infeasible_(g.land(when, g.disj(wrong)))) return g.value(*value);
  }
  return std::nullopt;
}

// What the word held when the interval began.
std::optional<std::uint64_t> Executor::word_before(const Interval& interval, const Word& word, Term when) {
  if (interval.at_head) {
    const auto known = interval.at_head->find(word);
    return known == interval.at_head->end() ? std::nullopt : std::optional(known->second);
  }
  if (interval.before == nullptr) return std::nullopt;
  std::optional<std::uint64_t> common;
  for (const Interval& earlier : *interval.before) {
    const Term here = g.land(when, earlier.condition);
    if (g.is_false(here) || infeasible_(here)) continue;
    const auto value = word_after(earlier, word, here);
    if (!value || (common && *common != *value)) return std::nullopt;
    common = value;
  }
  return common;
}

// What it holds after all that is on record of the interval.
std::optional<std::uint64_t> Executor::word_after(const Interval& interval, const Word& word, Term when) {
  if (interval.lost || interval.adds_to(word)) return std::nullopt;
  for (std::size_t i = interval.writes.size(); i-- > 0;) {
    if (const auto value = set_by(interval, i, word, when)) return value;
  }
  if (!interval.whole || !infeasible_(g.land(when, touched(interval, word)))) return std::nullopt;
  return word_before(interval, word, when);
}

std::optional<std::uint64_t> Executor::number_in(const BlockMemory::Cell& cell, Term when) {
  if (cell.order_dependent) return std::nullopt;
  const Term value = given(cell.value, when), taint = given(cell.taint, when);
  return g.is_const(value) && g.is_false(taint) ? std::optional(g.value(value)) : std::nullopt;
}

// Words that one thread sets to a number for all, and words that are what they were, after a barrier at which
// all threads of a sample meet.
std::vector<Executor::KnownWord> Executor::known_words_after(Term met) {
  std::vector<KnownWord> out;
  for (Interval& interval : intervals_) {
    const Term when = g.land(interval.condition, met);
    if (g.is_false(when) || interval.lost) continue;
    interval.whole = is_whole(interval);
    for (const BlockMemory::Key& key : written_in_interval_) {
      if (key.space != Space::Shared) continue;  // other blocks may store there
      const auto* cells = memory_.cells(key, true);
      for (auto it = cells == nullptr || !interval.whole ? decltype(cells->end()){} : cells->begin();
           cells != nullptr && interval.whole && it != cells->end(); ++it) {
        const Word word{key, it->first, it->second.bytes};
        const auto number = number_in(it->second, when);
        if (number && !interval.adds_to(word) && infeasible_(g.land(when, touched(interval, word))))
          out.push_back({word, *number, when});
      }
    }
    for (std::size_t i = 0; i < interval.writes.size(); ++i) {
      const IntervalWrite& set = interval.writes[i];
      if (!set.value || !g.is_const(set.offset.at(0))) continue;
      const Word word{set.key, g.value(set.offset.at(0)), set.bytes};
      const auto number = interval.adds_to(word) ? std::nullopt : set_by(interval, i, word, when);
      if (number) out.push_back({word, *number, when});
    }
  }
  return out;
}

// For one more. Of the two oldest nothing is known any more but that they are open.
void Executor::make_room(std::vector<Interval>& open) {
  if (open.size() < kMostOpenIntervals) return;
  open[1].condition = g.lor(open[0].condition, open[1].condition);
  open[1].lost = true;
  open.erase(open.begin());
}

// All threads meet in executions where `met` holds.
void Executor::end_intervals(Term met) {
  std::vector<Interval> ended, open;
  Interval next;
  next.condition = met;
  next.rounds = rounds_now();
  for (Interval& interval : intervals_) {
    const Term here = g.land(interval.condition, met), rest = g.land(interval.condition, g.lnot(met));
    interval.whole = is_whole(interval);
    if (!g.is_false(here)) {
      if (interval.whole) bound_counters(interval, here);
      next.depth = std::max(next.depth, interval.depth + 1);
      ended.push_back(interval);
    }
    interval.condition = rest;
    if (!g.is_false(rest)) open.push_back(std::move(interval));
  }
  if (next.depth <= kMostIntervalsBefore) {
    next.before = std::make_shared<const std::vector<Interval>>(std::move(ended));
  } else {
    next.depth = 0;
  }
  make_room(open);
  open.push_back(std::move(next));
  intervals_ = std::move(open);
}

}  // namespace warpproof::symbolic
