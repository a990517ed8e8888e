// Which loops are to be split so that the iterations of the two go together. Guesses; nothing rests on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "checker/equivalence/loop_counters.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/cfg/split_loops.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

// A loop that is to go with one of which an iteration is several of its own (src/cfg/split_loops.h).
struct LoopSplit {
  bool in_b;
  std::uint32_t function, head;
  int iterations;
  LoopRest rest;
};

class LoopSplits {
 public:
  LoopSplits(TermGraph& graph, const LoopRecords& records, LoopVariables& variables, LoopTerms& terms,
             const LoopCounters& counters, LoopStates& states)
      : graph_(graph),
        threads_(records.threads()),
        records_(records),
        variables_(variables),
        terms_(terms),
        counters_(counters),
        states_(states) {}

  // Loops of one side of which one iteration may be several of the other's; empty: none, or of both sides, or there are
  // not so many ways in which it may be.
  std::vector<LoopSplit> proposed(std::size_t attempt) const;
  // Where no loop is split: what may make the last loops of the two go together, by how many iterations they make; the
  // likeliest first.
  std::vector<LoopSplit> by_iterations();

 private:
  bool makes_one_more(bool in_b, std::uint32_t loop, int thread);
  bool makes_no_fewer(bool in_b, std::uint32_t loop, int thread);

  TermGraph& graph_;
  const int threads_;
  const LoopRecords& records_;
  LoopVariables& variables_;
  LoopTerms& terms_;
  const LoopCounters& counters_;
  LoopStates& states_;
};

}  // namespace warpproof::equivalence
