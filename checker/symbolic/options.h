// What an execution is asked for: the launch, the rules' policies, how far loops are followed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "checker/launch/assumptions.h"
#include "checker/launch/bounds.h"
#include "checker/symbolic/inputs.h"
#include "checker/symbolic/loop_comparison.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/shape.h"
#include "spec/policies.h"
#include "spec/rules.h"
#include "spec/targets.h"

namespace warpproof::symbolic {

struct ExecutorOptions {
  Shape shape;
  spec::Target target{80};
  spec::Policies policies;
  bool cuda_source = true;
  int unroll = 64;                               // iterations of a loop whose condition does not fold
  std::uint64_t max_thread_steps = 400'000'000;  // instructions times threads
  std::map<std::uint32_t, std::uint64_t> fixed_parameters;  // kernel parameter index -> value
  std::vector<launch::Condition> conditions;                // that all inputs satisfy
  launch::FactMap facts;                                    // of parameters, by the conditions
  // A kernel's pointers may be of one allocation, but for those declared __restrict__.
  bool pointers_overlap = false;
  std::optional<launch::Bounds> bounds;  // accesses out of them are errors; nothing: none is judged
  // Takes it that no access to global memory is 2^31 elements, of the size of the access, or more from where
  // its pointer points (near.h).
  bool near_accesses = false;
  std::function<bool()> out_of_time;  // polled
  // Asked of races whose addresses multiply unknowns, before any other question is. True only where the condition is
  // proved unsatisfiable under the assumptions.
  std::function<bool(Term)> races_apart;
  // Of what an assumption may stand for: as the execution's own question, but given up early. Null: that one is asked.
  std::function<bool(Term)> infeasible_at_once;
  // Polled where a loop goes on: it is cut off there, after fewer iterations than `unroll`. Null: never.
  std::function<bool()> cuts_loops;
  // Polled where a loop without a plan has folded for so long that it may be a matter of induction: it is cut off there.
  // Null: never, it is followed to its end.
  std::function<bool()> cuts_long_loops;
  // Counters of loops that are proved by induction have the number of iterations in common (loops/iteration_counts.h), also where no
  // copies into buffers and no loops in step need it.
  bool counts_iterations = false;
  // Loops that are proved by induction instead of unrolled. Weakened where an iteration breaks a plan; the
  // execution then ends at once and is to be repeated.
  LoopPlans* plans = nullptr;
  bool stop_at_open_loops =
      false;  // ends at the first loop without a plan that goes on after `unroll` iterations
  // Its inputs are to be run: nothing is claimed of it. Other blocks are taken to store nothing meanwhile.
  bool looks_for_run = false;
  LoopComparison* comparison = nullptr;   // with the loops of another execution; null: none
  SharedInputs* shared_inputs = nullptr;  // null: the inputs are this execution's own
  // Kernel parameter index -> its number among shared inputs and initial memory; missing: the index.
  std::map<std::uint32_t, std::uint32_t> parameter_numbers;

  spec::Level level(spec::Rule rule) const {
    return spec::level(rule, target, policies, cuda_source ? spec::Language::Cuda : spec::Language::Ptx);
  }
};

}  // namespace warpproof::symbolic
