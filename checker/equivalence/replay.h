// Runs both sides on the evaluator with the inputs of a model and says where they differ.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/equivalence/execution.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/observation.h"

namespace warpproof::equivalence {

struct BothRuns {
  bool clean = false;                    // both ran to their ends without breaking a rule
  std::string obstacle;                  // why not
  std::optional<Difference> difference;  // of clean runs of all blocks
  bool only_of_one_block = false;        // runs of one block of several differ, those of all blocks do not
};

// `observed` says which allocations and which returned values are compared. Where either kernel may leave
// something else in another order of its threads (one_outcome.h), only those count that `decided` names: the
// values that each kernel leaves there in every order.
BothRuns run_both(TermGraph& graph, Execution& a, Execution& b, const Matching& matching,
                  const SmtModel& model, const std::vector<Observation>& observed,
                  const std::set<std::size_t>& decided);

}  // namespace warpproof::equivalence
