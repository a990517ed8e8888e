// Pairs of values that depend on what a program leaves open.
//
// What atomics return, which lanes run converged, and what loads bring that are not followed have no one value: such a
// pair proves no difference, and is the same only where it is for every choice. Claim: pairs that are left in `open`
// depend on inputs alone; those that were taken out are proved the same, or are among the unknowns. Side conditions: the
// choices are all variables of which only one execution knows (Execution::open_choices); results of matched atomics
// are one variable for both (atomic_matching.h), so that "equal" holds for each order, and nothing else does; states
// after loops are any that the relation allows, reached or not.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "checker/equivalence/inquiry.h"
#include "checker/equivalence/pair_decision.h"
#include "checker/equivalence/two_executions.h"

namespace warpproof::equivalence {

struct OpenValues {
  TermGraph& graph;
  TwoExecutions& both;
  Inquiry& inquiry;
  const std::unordered_set<std::uint32_t>& choices;          // variables
  const std::unordered_set<std::uint32_t>& matched_results;  // the same
  std::function<std::string(const OpenPair&)> where;
  std::function<bool(const OpenPair&)> is_among_integers;    // buffer_elements.h
  std::string not_matched;  // why atomics of the two do not go together; may be empty
};
void set_open_values_aside(const OpenValues& values, std::vector<OpenPair>& open, EquivalenceReport& out);

}  // namespace warpproof::equivalence
