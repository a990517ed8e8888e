// What is known of words of shared memory: those that one thread sets for all, and counters.
//
// The accesses between two barriers of the whole block are kept on record (interval.h). What it claims:
//   - after the interval a word holds the number that one thread stores there, or what it held before, where nobody
//     else on record may have touched it (shared_words.cpp). Of accesses that are not on record, in an earlier
//     iteration of a loop, the store would race with those that nothing orders before it, unless both are strong: so
//     from a strong store nothing is concluded where accesses may be missing. That races are reported is the race
//     detector's to see to (race.h);
//   - numbers that a counter hands out lie between what it held and what all additions together add, and no two of a
//     sample are the same, where no store reaches the counter (shared_counters.cpp; SharedCounterReached). These facts
//     are added to Context::assumptions, under the interval's condition and the scope of that moment: nothing is said
//     of executions that are in it still.
// Side conditions that the caller keeps: each access to shared memory is noted before the next barrier,
// memory changes after note_addition(), and `end(met)` is called exactly where all threads of the block meet.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checker/symbolic/context.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/interval.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/target.h"

namespace warpproof::symbolic {

class SharedWords {
 public:
  // `iterations` tells which iterations of loops are followed at the moment, in order.
  SharedWords(const Context& context, const LaunchNumbers& numbers, const BlockMemory& memory,
              AtomicCounters& counters, std::function<Interval::Iterations()> iterations)
      : context_(context),
        g(context.graph),
        shape_(context.options.shape),
        threads_(context.threads()),
        warp_size_(context.warp_size()),
        numbers_(numbers),
        memory_(memory),
        counters_(counters),
        iterations_(std::move(iterations)) {}

  void begin() { intervals_.emplace_back().condition = g.truth(true); }
  // All threads meet in executions where `met` holds.
  void end(Term met);

  // Accesses. `value`: null for atomics, and what is not to be relied on. `strong`: races with no atomic.
  void note_write(const Target& target, int bytes, const Lanes* value, bool strong = false);
  void note_addition(const Target& target, int bytes, const Lanes& addend);
  void note_results(const Target& target, int bytes, const Lanes& results);  // of the last addition
  // A store may have changed any memory.
  void lose_all();
  // By a sample, so that the others may have stored there as well; what was, since it was taken last.
  void note_stored(const BlockMemory::Key& key) { stored_.insert(key); }
  std::set<BlockMemory::Key> take_stored() { return std::exchange(stored_, {}); }

  struct KnownWord {
    Word word;
    std::uint64_t value = 0;
    Term when;
  };
  // Words that one thread sets to a number for all, and words that are what they were, after a barrier at
  // which all threads of a sample meet where `met` holds.
  std::vector<KnownWord> known_after(Term met);
  // The number that the word holds after all accesses so far, in whichever interval.
  std::optional<std::uint64_t> word_at(const Word& word, Term when);
  // Of the memory that is stored to, words that somebody set to a number; the first few.
  std::set<Word> numbered(const std::set<BlockMemory::Key>& stored_to) const;
  using Known = std::map<Word, std::uint64_t>;
  // An iteration that stands for any begins, with these words, where `inside` holds: under which condition.
  // `lost`: not all threads are in it, so that nothing is known of what the others store.
  Term begin_at_head(const Known& kept, Term inside, bool lost);

  // At the end, when these threads were cut off: they go on with iterations that belong to an interval which
  // began in one.
  void bound_counters(const Lanes& cut);
  // Does it depend on numbers of which more will be known when all threads have met?
  bool awaits_bounds(Term t) const;

 private:
  using NumberBounds = std::map<std::uint32_t, Term>;  // by the number's term
  struct CounterFacts {
    std::vector<Term> apart;
    NumberBounds bounds;
  };
  struct Most {
    std::uint64_t once = 0, each_thread = 0, each_warp = 0;
  };
  bool is_whole(const Interval& interval) const;
  std::optional<std::uint64_t> only_offset(const Target& target) const;
  Term touches(const IntervalWrite& write, const Word& word, std::optional<Term> others_than = std::nullopt);
  Term touched(const Interval& interval, const Word& word, const NumberBounds& bounds = {});
  std::vector<Term> setters(const IntervalWrite& set, const Word& word, Term when);
  std::optional<std::uint64_t> set_by(const Interval& interval, std::size_t write, const Word& word,
                                      Term when);
  std::optional<std::uint64_t> word_before(const Interval& interval, const Word& word, Term when);
  std::optional<std::uint64_t> word_after(const Interval& interval, const Word& word, Term when);
  std::optional<std::uint64_t> number_in(const BlockMemory::Cell& cell, Term when);
  void make_room(std::vector<Interval>& open);
  // shared_counters.cpp
  void bound_counters(const Interval& interval, Term when);
  std::optional<Most> most_added(const Counter& counter) const;
  std::optional<CounterFacts> facts_of_counter(const Interval& interval, const Word& word,
                                               const Counter& counter);
  std::vector<std::pair<Term, Term>> shared_out(const Interval& interval, const Word& word,
                                                const Counter& counter);
  void note_apart(const IntervalAddition& x, const IntervalAddition& y, std::vector<Term>& apart);

  const Context& context_;
  TermGraph& g;
  const Shape& shape_;
  const int threads_, warp_size_;
  const LaunchNumbers& numbers_;
  const BlockMemory& memory_;
  AtomicCounters& counters_;
  std::function<Interval::Iterations()> iterations_;
  std::vector<Interval> intervals_;    // that are open, the latest last
  std::set<BlockMemory::Key> stored_;  // by a sample
};

}  // namespace warpproof::symbolic
