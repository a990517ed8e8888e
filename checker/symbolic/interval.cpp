// What is known of words of shared memory between two barriers of the whole block.
//
// One thread, number 0, often sets a word for all: a counter to zero, a flag. Where nobody else may store to
// it before the next barrier, the word is known after that, also if only a sample of the block is followed.
//
// Numbers that a counter in such a word hands out are bounded: all additions up to the next barrier together
// are at most one for each thread and visit. That bound keeps `list[atomicAdd(&count, 1)]` inside the list.
// Stores at computed places must not reach the counter. Whether they do may itself depend on the bound: of
// all stores that reach it take the first. The numbers that it depends on were handed out before it, when the
// bound held, so that the bound may be used to exclude it.
#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostWrites = 64;  // of one interval, to look at in each other's light

}  // namespace

void Executor::note_shared_write(const Target& target, int bytes, const Lanes* value) {
  if (target.space != Space::Shared) return;
  interval_.writes.push_back({{target.space, target.allocation}, target.guard, target.offset, bytes, {}});
  if (value != nullptr) interval_.writes.back().value = *value;
}

// Which round of which loop is followed.
Executor::RoundsNow Executor::rounds_now() const {
  RoundsNow out;
  for (const auto& [at, round] : rounds_) out.emplace_back(at, round.number);
  return out;
}

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
  const auto [it, fresh] = interval_.counters.try_emplace(word);
  Counter& counter = it->second;
  if (fresh) counter.base = memory_.known_word(word.key, word.offset, word.bytes);
  counter.steady = counter.steady && interval_.rounds == rounds_now();
  counter.additions.push_back({target.guard, addend, std::nullopt});
}

void Executor::note_shared_results(const Target& target, int bytes, const Lanes& results) {
  const auto at = only_offset(target);
  if (target.space != Space::Shared || !at) return;
  const auto it = interval_.counters.find(Word{{target.space, target.allocation}, *at, bytes});
  if (it != interval_.counters.end()) it->second.additions.back().results = results;
}

// When the write may touch the word; by anyone but thread 0, if so asked.
Term Executor::touches(const IntervalWrite& write, const Word& word, bool others_only) {
  if (write.key != word.key) return g.truth(false);
  std::vector<Term> out;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(write.guard.at(t))) continue;
    const Term here = g.constant(64, word.offset), there = write.offset.at(t);
    const Term overlap =
        g.lor(g.ult(g.sub(there, here), g.constant(64, static_cast<std::uint64_t>(word.bytes))),
              g.ult(g.sub(here, there), g.constant(64, static_cast<std::uint64_t>(write.bytes))));
    const Term other = others_only ? g.lnot(g.eq(thread_index(t), g.constant(32, 0))) : g.truth(true);
    out.push_back(g.land(g.land(write.guard.at(t), overlap), other));
  }
  return g.disj(out);
}

// When anybody's store may touch the word.
Term Executor::touched(const Word& word) {
  std::vector<Term> out;
  for (const IntervalWrite& w : interval_.writes) out.push_back(touches(w, word, false));
  return g.disj(out);
}

// Words that thread 0 sets to a number for all, and words that are what they were.
std::map<Executor::Word, std::uint64_t> Executor::known_after_interval() {
  std::map<Word, std::uint64_t> out;
  if (!options_.shape.is_sample() || interval_.lost || interval_.writes.size() > kMostWrites) return out;
  for (const BlockMemory::Key& key : written_in_interval_) {
    if (!rounds_.empty()) break;                // an earlier round may have stored to it
    if (key.space != Space::Shared) continue;  // other blocks may
    for (const auto& [offset, bytes] : memory_.known_words(key)) {
      const Word word{key, offset, bytes};
      if (!interval_.adds_to(word) && infeasible_(touched(word)))
        out[word] = *memory_.known_word(key, offset, bytes);
    }
  }
  for (std::size_t i = 0; i < interval_.writes.size(); ++i) {
    const IntervalWrite& set = interval_.writes[i];
    const Term guard = set.guard.at(0), at = set.offset.at(0);
    if (!set.value || g.is_false(guard) || !g.is_const(at) || !g.is_const(set.value->at(0))) continue;
    const Word word{set.key, g.value(at), set.bytes};
    const Term zero = g.eq(thread_index(0), g.constant(32, 0));
    std::vector<Term> wrong{g.land(zero, g.lnot(guard))};
    for (std::size_t j = 0; j < interval_.writes.size(); ++j)
      wrong.push_back(touches(interval_.writes[j], word, j <= i));
    if (!interval_.adds_to(word) && infeasible_(g.disj(wrong))) out[word] = g.value(set.value->at(0));
  }
  return out;
}

void Executor::bound_counters() {
  if (interval_.lost || interval_.writes.size() > kMostWrites || interval_.rounds != rounds_now()) return;
  for (const auto& [word, counter] : interval_.counters) {
    const auto overlap = std::count_if(interval_.counters.begin(), interval_.counters.end(),
                                       [&](const auto& c) { return c.first.overlaps(word); });
    if (counter.base && counter.steady && overlap == 1) bound_counter(word, counter);
  }
}

void Executor::bound_counter(const Word& word, const Counter& counter) {
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
  const Term reached = touched(word);
  if (!g.is_false(reached) && !infeasible_(g.land(reached, g.conj(bounds)))) return;
  // Shown of executions in which nothing that was assumed so far is false.
  for (const Term t : bounds) assumptions_.push_back(g.implies(scope_, t));
  for (const Term t : apart) assumptions_.push_back(g.implies(scope_, t));
}

}  // namespace warpproof::symbolic
