// What two executions leave behind, with their atomics one to one.
//
// Results of atomics that are matched (atomic_matching.h) are one variable for both: b's are replaced by a's in what is
// observed and in what is assumed.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "checker/equivalence/atomic_matching.h"
#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/inquiry.h"
#include "checker/equivalence/matching.h"
#include "checker/equivalence/observation.h"
#include "checker/equivalence/real_conditions.h"
#include "checker/equivalence/two_executions.h"

namespace warpproof::equivalence {

struct ObservedPair {
  Observations observations;
  AtomicMatching atomics;
  // Variables: what one of the programs leaves open, and the results that are one for both.
  std::unordered_set<std::uint32_t> choices, matched_results;
  bool atomics_over_reals = false;  // operands of matched atomics are the same numbers, not the same bits
  RealConditions real_conditions;   // which matching takes for granted

  // Why atomics do not go together, in parentheses; empty where they do.
  std::string not_matched() const;
};

// Both executions have run. The inquiry's assumptions are those of both.
ObservedPair observe_pair(TermGraph& graph, TwoExecutions& both, const Matching& matching,
                          const EquivalenceOptions& options, Inquiry& inquiry);

}  // namespace warpproof::equivalence
