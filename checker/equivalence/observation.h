// What two executions leave behind, paired: global memory where either stored, or the values that a device
// function returns, and whether the kernel traps. Both executions share one term graph and their inputs.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/symbolic/executor.h"
#include "src/base/lane_set.h"

namespace warpproof::equivalence {

inline constexpr std::uint32_t kNoPlace = ~0u;

struct Observation {
  enum class Kind { Memory, Returned, Trap };
  Kind kind = Kind::Memory;
  Term a, b;                     // equal for all inputs: the same is left behind
  std::uint32_t allocation = 0;  // Memory: its shared number
  std::optional<std::uint64_t>
      offset;  // Memory: bytes, where it is a known number; Returned: into the result
  // Memory at a computed offset: no store of the other side is at this place by another offset. A difference of `a` and `b`
  // is one of what is left behind only where this holds; that they are the same always is. Term{}: it always holds.
  Term alone{};
  int bytes = 0;
  int thread = -1;                                       // Returned
  std::uint32_t place_a = kNoPlace, place_b = kNoPlace;  // of the last store, where one store is the last
};

// A value that must be defined: the condition under which it is not.
struct Undefinedness {
  bool in_b = false;
  Term condition;
  int thread = -1;
};

struct ObservationGap {
  std::string reason;
  bool in_b = false;
  std::uint32_t place = kNoPlace;
};

struct Observations {
  std::vector<Observation> list;
  std::vector<Undefinedness> undefined;
  std::vector<ObservationGap> gaps;  // what could not be observed: nothing is equivalent then
};

// What is proved of states in which contents are compared; where there is no function, nothing.
struct StateProofs {
  std::function<bool(Term guard, Term x, Term y)> same;  // wherever the guard holds
  std::function<bool(Term condition)> never;             // holds in no state
};

struct ObservationOptions {
  LaneSet lanes = LaneSet::first(32);              // of each warp, whose returned values count
  std::function<std::string(std::uint32_t)> name;  // of a shared allocation
  // Shared numbers are a's own; b's allocations to them (as ExecutorOptions::parameter_numbers says) and
  // back.
  std::function<std::uint32_t(std::uint32_t)> number_of_b, allocation_in_b;
  std::set<std::uint32_t> same;  // allocations (shared numbers) that are known to be left the same
  StateProofs proofs = {};
};

// Both executions have run. Loads through their memories, so neither is const.
Observations observe(TermGraph& graph, symbolic::Executor& a, symbolic::Executor& b,
                     const ObservationOptions& options);

// Allocations of global memory (shared numbers) of which one side at least does not tell what is left there.
std::set<std::uint32_t> not_followed(symbolic::Executor& a, symbolic::Executor& b,
                                     const ObservationOptions& options);

// The contents of an allocation in two memories: pairs of values that are equal for all inputs where the
// memories hold the same at every address. Nothing where what is there is not followed, or depends on the
// order of atomics. `threads`: of the block.
std::optional<std::vector<std::pair<Term, Term>>> compare_contents(TermGraph& graph, int threads,
                                                                   const symbolic::BlockMemory& a,
                                                                   symbolic::BlockMemory::Key key_a,
                                                                   const symbolic::BlockMemory& b,
                                                                   symbolic::BlockMemory::Key key_b,
                                                                   const StateProofs& proofs = {});

}  // namespace warpproof::equivalence
