// Sums that one side keeps in one place and the other in several: what the several add up to has an unknown
// of its own, which goes with that of the one as any two unknowns do. To know the sum in place of one of its
// parts claims nothing: each part is what the others leave of it.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

// a + b or a - b, of integers or of numbers.
Term sum_or_difference(TermGraph& graph, bool of_reals, bool subtract, Term a, Term b);

class LoopSums : public KnownCells {
 public:
  LoopSums(TermGraph& graph, bool over_reals, LoopRecords& records, LoopVariables& variables)
      : graph_(graph),
        threads_(records.threads()),
        over_reals_(over_reals),
        records_(records),
        variables_(variables) {}

  bool contains(const LoopUnit& unit) const override { return sum_of(unit) != nullptr; }
  Term value(const LoopUnit& unit, int width) override;
  // Does an iteration add something to the cell that does not depend on it? A guess; nothing rests on it.
  bool adds_up(const LoopUnit& unit, const symbolic::LoopRecord::Unknown& u, bool of_reals);
  // Once. True: there are some, so that unknowns are others than they were.
  bool find();
  // What is recorded of parts, of their sums too.
  void add_records();
  // Has a side such a sum in the loop?
  bool any_in(std::uint32_t loop) const {
    return sums_.contains({false, loop}) || sums_.contains({true, loop});
  }

 private:
  struct Sum {
    bool of_reals = false;
    std::vector<symbolic::StateCell> parts;
  };
  Sum sum_in(bool in_b, std::uint32_t loop, bool of_reals, int width);
  const Sum* sum_of(const LoopUnit& unit) const;

  TermGraph& graph_;
  const int threads_;
  const bool over_reals_;
  LoopRecords& records_;
  LoopVariables& variables_;
  // Cells of which one side has several where the other has one, by side and loop: the first is what is left of their sum,
  // and the sum has an unknown of its own.
  std::map<std::pair<bool, std::uint32_t>, Sum> sums_;
  bool looked_ = false;
};

}  // namespace warpproof::equivalence
