// Words of shared memory that hold the same number whenever a loop begins another round, since each round sets
// them back: counters, flags.
//
// What a word holds is known of the interval between barriers that is open (interval.h), but at the head of a
// loop that may be one that began before the loop or in the round before. So the round begins with an
// interval of its own, in place of those that are open when the loop is entered. It is told the words that
// each of these leaves with a number, by all of its accesses so far, and that the round, at its end, leaves
// with that number again. That holds by induction over the rounds.
//
// All threads must be in the loop, or none, so that no accesses of the interval are left to come from outside
// it. A word that was set back in the interval by a strong store may be added to before that; where it was by
// a weak one, an addition in the same interval is a race.
#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostWords = 8;  // of one loop

}  // namespace

bool Executor::keeps_any_words(const LoopPlan& plan) {
  return plan.scope == Grain::Block && !plan.in_step() && !plan.writes_anywhere;
}

// Where any thread is at hand, are all that have not exited?
bool Executor::is_met_by_all(const Lanes& guard) {
  const Term away = ops_.any(ops_.lnot(ops_.lor(guard, exited_)));
  const Term parted = g.land(ops_.any(guard), away);
  return g.is_false(parted) || infeasible_(parted);
}

// The number that the word holds after all accesses so far, in whichever interval.
std::optional<std::uint64_t> Executor::word_at(const Word& word, Term when) {
  std::optional<std::uint64_t> common;
  for (Interval& interval : intervals_) {
    const Term here = g.land(interval.condition, when);
    if (g.is_false(here) || infeasible_(here)) continue;
    interval.whole = is_whole(interval);
    const bool strongly = std::any_of(interval.writes.begin(), interval.writes.end(), [&](const auto& w) {
      return w.strong && !infeasible_(g.land(here, touches(w, word)));
    });
    const auto value = strongly ? std::nullopt : word_after(interval, word, here);
    if (!value || (common && *common != *value)) return std::nullopt;
    common = value;
  }
  return common;
}

// Of the memory that the loop stores to, words that somebody set to a number, if they hold it still.
Executor::KnownWords Executor::words_at(const Lanes& guard, const LoopPlan& plan) {
  KnownWords out;
  if (compares() || !keeps_any_words(plan)) return out;
  std::set<Word> set;
  const std::function<void(const Interval&)> collect = [&](const Interval& interval) {
    for (const IntervalWrite& w : interval.writes) {
      std::optional<Word> word;
      bool single = w.value && plan.written.contains(w.key);
      for (int t = 0; t < threads_ && single; ++t) {
        if (g.is_false(w.guard.at(t))) continue;
        single = g.is_const(w.offset.at(t)) && (!word || word->offset == g.value(w.offset.at(t)));
        if (single) word = Word{w.key, g.value(w.offset.at(t)), w.bytes};
      }
      if (single && word && set.size() < kMostWords) set.insert(*word);
    }
    if (interval.at_head) {
      for (const auto& [word, value] : *interval.at_head) {
        if (plan.written.contains(word.key)) set.insert(word);
      }
    }
    for (std::size_t i = 0; interval.before && i < interval.before->size(); ++i) collect((*interval.before)[i]);
  };
  for (const Interval& interval : intervals_) collect(interval);
  if (set.empty() || !is_met_by_all(guard)) return out;
  for (const Word& word : set) {
    if (const auto value = word_at(word, ops_.any(guard))) out.emplace(word, *value);
  }
  return out;
}

// False: the round leaves one with another number than what it held at entry.
bool Executor::keeps_words(const Round& round, LoopPlan& plan) {
  const std::size_t before = plan.changed_words.size();
  const Term back = ops_.any(round.latch->guard);
  for (const auto& [word, value] : round.words) {
    if (plan.changed_words.contains(word)) continue;
    const auto now = word_at(word, back);
    if (now && *now == value) continue;
    plan.changed_words.insert(word);
  }
  return plan.changed_words.size() == before;
}

// A round begins, of threads of `guard`.
void Executor::begin_interval_in(const Round& round, const LoopPlan& plan, const Lanes& guard) {
  if (!keeps_any_words(plan)) return;
  KnownWords kept;
  for (const auto& [word, value] : round.words) {
    if (!plan.changed_words.contains(word)) kept.emplace(word, value);
  }
  if (kept.empty() || !is_met_by_all(guard)) return;
  const Term inside = ops_.any(guard);
  Interval own;
  own.rounds = rounds_now();
  own.condition = g.truth(false);
  for (Interval& interval : intervals_) {
    own.condition = g.lor(own.condition, g.land(interval.condition, inside));
    interval.condition = g.land(interval.condition, g.lnot(inside));
  }
  std::erase_if(intervals_, [&](const Interval& i) { return g.is_false(i.condition); });
  make_room(intervals_);
  const int undefined = event(spec::Rule::ValueUninitialised, program_.functions[root_].place);
  for (const auto& [word, value] : kept)
    memory_.set_word(word.key, word.offset, word.bytes, value, own.condition, undefined);
  own.at_head = std::move(kept);
  intervals_.push_back(std::move(own));
}

}  // namespace warpproof::symbolic
