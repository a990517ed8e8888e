// A cell of one side that holds what several of the other side hold together, from what it was entered with:
// a minimum that is kept in four places, or a sum of which a part was set aside before the loop. It has no
// unknown of its own: in each iteration it is claimed to be `operation(cells of the other side, start)`,
// where start is a value from before the loop, and that is proved of what enters, of what comes back, and of
// what leaves, for threads that do so in both.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checker/equivalence/loop_keys.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_states.h"
#include "checker/equivalence/loop_sums.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class CombinedCells : public KnownCells {
 public:
  CombinedCells(TermGraph& graph, LoopRecords& records, LoopVariables& variables, LoopTerms& terms,
                LoopStates& states, LoopSums& sums, LoopKeys& keys)
      : graph_(graph),
        threads_(records.threads()),
        records_(records),
        variables_(variables),
        terms_(terms),
        states_(states),
        sums_(sums),
        keys_(keys) {}

  bool contains(const LoopUnit& unit) const override { return combined_of(unit) != nullptr; }
  Term value(const LoopUnit& unit, int width) override;
  // True: there are some that were not known, so that unknowns are others than they were.
  bool find();
  // Those that are not kept are given up. True: something changed.
  bool weaken();

 private:
  struct Combining {
    Kind operation;
    bool of_reals = false;
    bool operator==(const Combining&) const = default;
  };
  struct Combined {
    Combining by;
    symbolic::StateCell cell;
    std::vector<symbolic::StateCell> parts;  // of the other side
    std::uint32_t other_target;              // where the other side's loop is left for
    std::map<int, Term> start;               // by thread
  };
  std::optional<Combining> combining(const LoopUnit& unit, const symbolic::LoopRecord::Unknown& u);
  Term combine(const Combining& by, Term a, Term b);
  const Combined* combined_of(const LoopUnit& unit) const;
  std::vector<symbolic::LoopUnknown> parts_of(const symbolic::LoopUnknown& what, const Combined& c) const;
  std::map<int, Term> starts_of(bool in_b, std::uint32_t loop, const Combined& c);
  std::vector<symbolic::StateCell> taking_in(bool in_b, std::uint32_t loop, const Combining& by, int width);
  bool same_class(std::uint32_t loop, const symbolic::StateCell& in_a, const symbolic::StateCell& in_b) const;
  bool find_in(std::uint32_t loop, const Combining& by, int width);
  bool is_kept(bool in_b, std::uint32_t loop, const Combined& c);

  TermGraph& graph_;
  const int threads_;
  LoopRecords& records_;
  LoopVariables& variables_;
  LoopTerms& terms_;
  LoopStates& states_;
  LoopSums& sums_;
  LoopKeys& keys_;
  std::map<std::pair<bool, std::uint32_t>, Combined> combined_;  // by side and loop
  std::set<std::uint32_t> no_combined_;
};

}  // namespace warpproof::equivalence
