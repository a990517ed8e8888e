// What happens to shared memory between two barriers of the whole block, and what it tells of words there.
//
// Whether all threads met at a barrier may depend on the inputs: one in a loop that may not be entered. So
// intervals carry conditions. An interval is open in the executions of its condition: all threads met at its
// begin and have not met since. A barrier at which all meet when `met` holds ends each open interval in those
// executions, leaves it open in the others, and begins a new one for `met`. Conditions of open intervals
// exclude each other, and what is concluded from an interval holds under its condition only.
//
// An iteration of a loop that is proved by induction stands for any iteration (induction.h), so accesses of
// an interval that goes from one iteration into another may not all be on record. What needs all of them is
// concluded from intervals only that began in the iteration where they end (or in one that their threads have
// left since). Words that are set back in each iteration are an invariant of the loop, which holds in the
// interval that is open at its head (loop_words.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/lanes.h"

namespace warpproof::symbolic {

struct Word {  // of shared memory
  BlockMemory::Key key;
  std::uint64_t offset = 0;
  int bytes = 0;
  auto operator<=>(const Word&) const = default;
  bool overlaps(const Word& o) const {
    return key == o.key && offset < o.offset + static_cast<std::uint64_t>(o.bytes) &&
           o.offset < offset + static_cast<std::uint64_t>(bytes);
  }
};

struct IntervalWrite {
  BlockMemory::Key key;
  Lanes guard, offset;
  int bytes = 0;
  std::optional<Lanes> value;  // none: of an atomic, or not to be relied on
  bool strong = false;         // races with no atomic
};

struct IntervalAddition {
  Lanes guard, addend;
  std::optional<Lanes> results;
};

struct Counter {                      // a word that is added to
  std::optional<std::uint64_t> base;  // what it held before
  bool steady = true;                 // each addition was met once by each thread that got there
  std::vector<IntervalAddition> additions;
};

struct Interval {
  // Iterations that are followed, by their own numbers, in order.
  using Iterations = std::vector<int>;
  static constexpr std::size_t kMostWrites = 64;  // to look at in each other's light

  Term condition;
  Iterations iterations;  // at its begin
  std::vector<IntervalWrite> writes;
  std::map<Word, Counter> counters;
  bool lost = false;   // not all that was written is on record
  bool whole = false;  // ended: all accesses in it are on record
  // Of one that is open at the head of a loop: what words hold there after any number of iterations. Of other
  // words it is not on record what earlier iterations did.
  std::optional<std::map<Word, std::uint64_t>> at_head;
  // Those that the barrier at its begin ended, as they were then; how many there were in a row.
  std::shared_ptr<const std::vector<Interval>> before;
  int depth = 0;

  bool adds_to(const Word& word) const {
    return std::any_of(counters.begin(), counters.end(),
                       [&](const auto& c) { return c.first.overlaps(word); });
  }
  // Were all iterations of now those of its begin? Some of them may have been left since.
  bool lies_within(const Iterations& now) const {
    return std::includes(iterations.begin(), iterations.end(), now.begin(), now.end());
  }
};

}  // namespace warpproof::symbolic
