// Runs both sides on the evaluator with the inputs of a model and says where they differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/equivalence/execution.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/observation.h"

namespace warpproof::equivalence {

struct BothRuns {
  bool clean = false;                    // both ran to their ends without breaking a rule
  std::string obstacle;                  // why not
  std::optional<Difference> difference;  // of clean runs
};

// `observed` says which allocations and which returned values are compared.
BothRuns run_both(TermGraph& graph, Execution& a, Execution& b, const Matching& matching,
                  const SmtModel& model, const std::vector<Observation>& observed);

}  // namespace warpproof::equivalence
