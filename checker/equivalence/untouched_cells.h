// Loops that only one side has: the rest of one that goes on where the other side's ended. A cell that their
// iterations are proved to leave as it was has no unknown; its value is that from before the loop.
#pragma once

#include <map>
#include <set>

#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class UntouchedCells : public KnownCells {
 public:
  UntouchedCells(TermGraph& graph, const LoopRecords& records, LoopTerms& terms, LoopStates& states)
      : graph_(graph), records_(records), terms_(terms), states_(states) {}

  bool contains(const LoopUnit& unit) const override { return untouched_.contains(unit); }
  Term value(const LoopUnit& unit, int) override { return untouched_.at(unit); }
  // True: unknowns are others than they were.
  bool find();
  // Drops what is not left as it was; where that is so of one thread's cell, all threads' are dropped. True: there was some.
  bool weaken();
  void forget() { untouched_.clear(); }

 private:
  bool is_untouched(const LoopUnit& unit);

  TermGraph& graph_;
  const LoopRecords& records_;
  LoopTerms& terms_;
  LoopStates& states_;
  std::map<LoopUnit, Term> untouched_;  // with what each is left
  std::set<LoopUnit> touched_;
};

}  // namespace warpproof::equivalence
