// Cells that an iteration leaves with what its number tells, whatever they held: an element that is loaded
// for the next iteration, for one. Such a cell has no unknown of its own. At the head of an iteration it is
// claimed to be what the iteration before left, by its number, which holds before the first iteration as
// well; that is proved of what enters and of what comes back.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "checker/equivalence/loop_counters.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class ClosedCells : public KnownCells {
 public:
  ClosedCells(TermGraph& graph, LoopRecords& records, LoopVariables& variables, LoopTerms& terms,
              const LoopCounters& counters, LoopStates& states)
      : graph_(graph),
        records_(records),
        variables_(variables),
        terms_(terms),
        counters_(counters),
        states_(states) {}

  bool contains(const LoopUnit& unit) const override { return closed_.contains(unit); }
  Term value(const LoopUnit& unit, int) override { return closed_.at(unit); }
  // Where both sides have such cells they may as well go together. True: unknowns are others than they were.
  bool find();
  // Drops what is not proved. True: there was some.
  bool weaken();
  // What such cells leave the loop with, by how many iterations there were. True: unknowns are others than they were.
  bool find_after();
  void forget() { closed_.clear(); }

 private:
  bool knows_by_iterations(Term t, std::uint32_t loop);
  bool is_closed(const LoopUnit& unit, const symbolic::LoopRecord& record,
                 const symbolic::LoopRecord::Unknown& u, Term closed);
  std::set<Term> used_in_iteration(const symbolic::LoopRecord& record) const;
  std::map<LoopUnit, Term> closed_in(bool in_b, std::uint32_t loop);

  TermGraph& graph_;
  LoopRecords& records_;
  LoopVariables& variables_;
  LoopTerms& terms_;
  const LoopCounters& counters_;
  LoopStates& states_;
  std::map<LoopUnit, Term> closed_;  // and as what each is known
  std::set<LoopUnit> open_;
};

}  // namespace warpproof::equivalence
