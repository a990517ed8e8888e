#include "checker/symbolic/shared_words.h"

#include <algorithm>
#include <array>

#include "checker/symbolic/element.h"
#include "checker/symbolic/given.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostOpenIntervals = 4;
constexpr int kMostIntervalsBefore = 8;
constexpr std::size_t kMostWords = 8;  // at the head of one loop

}  // namespace

void SharedWords::note_write(const Target& target, int bytes, const Lanes* value, bool strong) {
  if (target.space != Space::Shared) return;
  for (Interval& interval : intervals_) {
    interval.lost = interval.lost || interval.writes.size() == Interval::kMostWrites;
    if (interval.lost) continue;
    interval.writes.push_back(
        {{target.space, target.allocation}, target.guard, target.offset, bytes, {}, strong});
    if (value != nullptr) interval.writes.back().value = *value;
  }
}

// Are all accesses since its begin on record? They are where no loop was entered since, nor another iteration
// begun; of a loop that was left, the iteration that its threads left in is the one in which it began. What
// follows loops that are compared belongs to none of their iterations.
bool SharedWords::is_whole(const Interval& interval) const {
  const Interval::Iterations now = iterations_();
  if (context_.options.comparison != nullptr) return interval.iterations == now;
  return interval.lies_within(now);
}

// When the write may touch the word; by a thread of another number, if so asked.
Term SharedWords::touches(const IntervalWrite& write, const Word& word, std::optional<Term> others_than) {
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
Term SharedWords::touched(const Interval& interval, const Word& word, const NumberBounds& bounds) {
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
std::vector<Term> SharedWords::setters(const IntervalWrite& set, const Word& word, Term when) {
  std::vector<Term> out;
  if (shape_.is_sample()) {
    const Term size = numbers_.block_threads(), zero = g.constant(32, 0), one = g.constant(32, 1);
    out = {zero, g.sub(size, one)};
    if (context_.infeasible(g.land(when, g.eq(size, one)))) out.push_back(one);
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
std::optional<std::uint64_t> SharedWords::set_by(const Interval& interval, std::size_t write, const Word& word,
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
    if (context_.infeasible(g.land(when, g.disj(wrong)))) return g.value(*value);
  }
  return std::nullopt;
}

// What the word held when the interval began.
std::optional<std::uint64_t> SharedWords::word_before(const Interval& interval, const Word& word, Term when) {
  if (interval.at_head) {
    const auto known = interval.at_head->find(word);
    return known == interval.at_head->end() ? std::nullopt : std::optional(known->second);
  }
  if (interval.before == nullptr) return std::nullopt;
  std::optional<std::uint64_t> common;
  for (const Interval& earlier : *interval.before) {
    const Term here = g.land(when, earlier.condition);
    if (g.is_false(here) || context_.infeasible(here)) continue;
    const auto value = word_after(earlier, word, here);
    if (!value || (common && *common != *value)) return std::nullopt;
    common = value;
  }
  return common;
}

// What it holds after all that is on record of the interval.
std::optional<std::uint64_t> SharedWords::word_after(const Interval& interval, const Word& word, Term when) {
  if (interval.lost || interval.adds_to(word)) return std::nullopt;
  for (std::size_t i = interval.writes.size(); i-- > 0;) {
    if (const auto value = set_by(interval, i, word, when)) return value;
  }
  if (!interval.whole) return std::nullopt;
  const auto before = word_before(interval, word, when);
  if (!before || context_.infeasible(g.land(when, touched(interval, word)))) return before;
  // Stores of the number that is there change nothing, in whatever order.
  std::vector<Term> changes;
  for (const IntervalWrite& w : interval.writes) {
    const bool whole_word = w.value && w.key == word.key && w.bytes == word.bytes;
    if (!whole_word) {
      changes.push_back(touches(w, word));
      continue;
    }
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(w.guard.at(t))) continue;
      const Term at = g.constant(64, word.offset), there = overlap(g, w.offset.at(t), w.bytes, at, word.bytes);
      const Term same = g.land(g.eq(w.offset.at(t), at),
                               g.eq(w.value->at(t), g.constant(g.width(w.value->at(t)), *before)));
      changes.push_back(g.conj(std::vector<Term>{w.guard.at(t), there, g.lnot(same)}));
    }
  }
  return context_.infeasible(g.land(when, g.disj(changes))) ? before : std::nullopt;
}

std::optional<std::uint64_t> SharedWords::number_in(const BlockMemory::Cell& cell, Term when) {
  if (cell.order_dependent) return std::nullopt;
  const Term value = given(g, cell.value, when), taint = given(g, cell.taint, when);
  return g.is_const(value) && g.is_false(taint) ? std::optional(g.value(value)) : std::nullopt;
}

std::vector<SharedWords::KnownWord> SharedWords::known_after(Term met) {
  std::vector<KnownWord> out;
  for (Interval& interval : intervals_) {
    const Term when = g.land(interval.condition, met);
    if (g.is_false(when) || interval.lost) continue;
    interval.whole = is_whole(interval);
    for (const BlockMemory::Key& key : stored_) {
      if (key.space != Space::Shared) continue;  // other blocks may store there
      const auto* cells = memory_.cells(key, true);
      for (auto it = cells == nullptr || !interval.whole ? decltype(cells->end()){} : cells->begin();
           cells != nullptr && interval.whole && it != cells->end(); ++it) {
        const Word word{key, it->first, it->second.bytes};
        const auto number = number_in(it->second, when);
        if (number && !interval.adds_to(word) && context_.infeasible(g.land(when, touched(interval, word))))
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
void SharedWords::make_room(std::vector<Interval>& open) {
  if (open.size() < kMostOpenIntervals) return;
  open[1].condition = g.lor(open[0].condition, open[1].condition);
  open[1].lost = true;
  open.erase(open.begin());
}

void SharedWords::end(Term met) {
  std::vector<Interval> ended, open;
  Interval next;
  next.condition = met;
  next.iterations = iterations_();
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

void SharedWords::lose_all() {
  for (Interval& interval : intervals_) interval.lost = true;
}

std::optional<std::uint64_t> SharedWords::word_at(const Word& word, Term when) {
  std::optional<std::uint64_t> common;
  for (Interval& interval : intervals_) {
    const Term here = g.land(interval.condition, when);
    if (g.is_false(here) || context_.infeasible(here)) continue;
    interval.whole = is_whole(interval);
    const bool strongly = std::any_of(interval.writes.begin(), interval.writes.end(), [&](const auto& w) {
      return w.strong && !context_.infeasible(g.land(here, touches(w, word)));
    });
    const auto value = strongly ? std::nullopt : word_after(interval, word, here);
    if (!value || (common && *common != *value)) return std::nullopt;
    common = value;
  }
  return common;
}

std::set<Word> SharedWords::numbered(const std::set<BlockMemory::Key>& stored_to) const {
  std::set<Word> set;
  const std::function<void(const Interval&)> collect = [&](const Interval& interval) {
    for (const IntervalWrite& w : interval.writes) {
      std::optional<Word> word;
      bool single = w.value && stored_to.contains(w.key);
      for (int t = 0; t < threads_ && single; ++t) {
        if (g.is_false(w.guard.at(t))) continue;
        single = g.is_const(w.offset.at(t)) && (!word || word->offset == g.value(w.offset.at(t)));
        if (single) word = Word{w.key, g.value(w.offset.at(t)), w.bytes};
      }
      if (single && word && set.size() < kMostWords) set.insert(*word);
    }
    if (interval.at_head) {
      for (const auto& [word, value] : *interval.at_head) {
        if (stored_to.contains(word.key)) set.insert(word);
      }
    }
    for (std::size_t i = 0; interval.before && i < interval.before->size(); ++i) collect((*interval.before)[i]);
  };
  for (const Interval& interval : intervals_) collect(interval);
  return set;
}

Term SharedWords::begin_at_head(const Known& kept, Term inside, bool lost) {
  Interval own;
  own.lost = lost;
  own.iterations = iterations_();
  own.condition = g.truth(false);
  for (Interval& interval : intervals_) {
    own.condition = g.lor(own.condition, g.land(interval.condition, inside));
    interval.condition = g.land(interval.condition, g.lnot(inside));
  }
  std::erase_if(intervals_, [&](const Interval& i) { return g.is_false(i.condition); });
  make_room(intervals_);
  const Term condition = own.condition;
  own.at_head = kept;
  intervals_.push_back(std::move(own));
  return condition;
}

}  // namespace warpproof::symbolic
