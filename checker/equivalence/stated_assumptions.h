// What a verdict takes for granted, in words.
//
// Each is stated wherever something rests on it, and no proof is left without it. Side condition: the executions are
// those that were compared, and what their values were compared as (bit for bit, over the reals) is in the report.
#pragma once

#include <string>

#include "checker/equivalence/observation.h"
#include "checker/equivalence/two_executions.h"

namespace warpproof::equivalence {

inline constexpr const char* kConditionOfReals = "over the reals: ";  // how RealConditions::texts begin

// Stated by who decides that it matters.
extern const char* const kStridesNotFar;
extern const char* const kNearAccesses;
// "the loop at k.cu:7 runs at most 32 iterations ..".
std::string bound_text(const LoopRelation::AssumedBound& assumed, const report::SourcePlace& place);

struct Compared {
  TermGraph& graph;
  TwoExecutions& both;
  const Observations& observations;
  bool matched_atomics;             // were any matched one to one?
  RealConditions& real_conditions;  // of the comparison; those of the loops are added
};
void state_assumptions(const Compared& compared, const EquivalenceOptions& options, EquivalenceReport& out);

}  // namespace warpproof::equivalence
