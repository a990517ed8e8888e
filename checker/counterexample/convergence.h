// Results that depend on which lanes happen to run together.
//
// activemask reports the lanes that execute it converged, and no text promises that all lanes of a branch do
// (newer CUDA Programming Guide 5.4). Code that uses the mask is right only if any grouping gives the same
// result. That is searched for on the evaluator: the same inputs with all lanes together and with the lanes
// in random groups. A difference is a counterexample, replayed by construction; finding none proves nothing,
// and the report says so.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "checker/launch/assumptions.h"
#include "src/base/effort.h"
#include "src/concrete/evaluator.h"
#include "src/machine/launch.h"

namespace warpproof::counterexample {

struct ConvergenceQuestion {
  const Program& program;
  std::uint32_t root;
  Launch launch;
  std::set<std::uint32_t> pointers;              // parameters that are allocations
  std::map<std::uint32_t, std::uint64_t> fixed;  // other parameters with a given value
  effort::Clock::time_point deadline;
  const launch::Assumptions* assumptions = nullptr;  // that inputs satisfy; null: none
};

struct ConvergenceDifference {
  RunInputs inputs;              // with the grouping that makes the difference
  std::uint32_t allocation = 0;  // whose contents differ
  RunResult together, apart;
};

// The first of these allocations whose contents differ.
std::optional<std::uint32_t> differing_buffer(const RunResult& together, const RunResult& apart, const std::set<std::uint32_t>& pointers);

// Buffers are compared as multisets of words, since the order of slots that atomics hand out is free.
std::optional<ConvergenceDifference> find_convergence_dependence(const ConvergenceQuestion& question);

}  // namespace warpproof::counterexample
