// Cells that every iteration adds the same to: counters, and pointers that go up with them. Before an iteration they have
// been moved as often as there were iterations, which is one variable for both sides; so loops that count up and loops that
// count down go together.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class LoopCounters : public KnownCells {
 public:
  LoopCounters(TermGraph& graph, const LoopRecords& records, LoopVariables& variables)
      : graph_(graph), threads_(records.threads()), records_(records), variables_(variables) {}

  bool contains(const LoopUnit& unit) const override { return counters_.contains(unit); }
  Term value(const LoopUnit& unit, int width) override {
    return variables_.iterations_before(std::get<1>(unit), width);
  }
  // True: they are others than were known.
  bool find();
  bool any() const { return !counters_.empty(); }
  // Does anything count the iterations of the loop?
  bool counts(std::uint32_t loop) const;
  // By how much iterations move what counts them, in ascending order.
  std::vector<std::uint64_t> steps(bool in_b, std::uint32_t loop) const;

 private:
  TermGraph& graph_;
  const int threads_;
  const LoopRecords& records_;
  LoopVariables& variables_;
  std::set<LoopUnit> counters_, no_counters_;
};

}  // namespace warpproof::equivalence
