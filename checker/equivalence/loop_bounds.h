// How often loops are taken to run at most, so that indices of 32 bits do not wrap around (index_uses.h).
//
// A bound is an assumption of the verdict, printed with its number, unless it is proved: no state is reached
// in which a loop goes on after as many iterations. What is followed in the loop and after it is then only
// claimed of executions that keep to it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/equivalence/index_uses.h"
#include "checker/equivalence/loop_indices.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class LoopBounds {
 public:
  LoopBounds(TermGraph& graph, const LoopRecords& records, LoopVariables& variables, LoopTerms& terms,
             const LoopIndices& indices, LoopStates& states)
      : graph_(graph),
        threads_(records.threads()),
        records_(records),
        variables_(variables),
        terms_(terms),
        indices_(indices),
        states_(states) {}

  // Once what counts iterations is known. True: unknowns are others than they were.
  bool find();
  void forget();
  // The loops that are taken to end before an index wraps around, without a proof of it.
  struct Assumed {
    std::uint32_t loop;
    bool in_b;  // whose place that is
    std::uint32_t place;
    IndexBound bound;
  };
  std::vector<Assumed> assumed();

 private:
  TermGraph& graph_;
  const int threads_;
  const LoopRecords& records_;
  LoopVariables& variables_;
  LoopTerms& terms_;
  const LoopIndices& indices_;
  LoopStates& states_;
  std::map<std::uint32_t, IndexBound> bounds_;  // by loop; taken to hold
  bool looked_ = false;
};

}  // namespace warpproof::equivalence
