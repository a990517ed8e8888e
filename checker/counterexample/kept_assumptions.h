// What a verdict takes for granted, and whether a run keeps it. A run that breaks an assumption of its own verdict
// is no counterexample, whatever else happens in it.
//
// A run counts up to where it first breaks an assumption, as it does up to a warpproof::assume that a thread finds
// false: what came up before that is a violation, what comes after it says nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "checker/counterexample/counterexample.h"
#include "checker/launch/assumptions.h"
#include "spec/rules.h"
#include "src/concrete/evaluator.h"
#include "src/machine/launch.h"

namespace warpproof::counterexample {

// How runs are held against an assumption that verdicts list.
enum class Kept : std::uint8_t {
  Evaluated,       // each run is asked
  ByConstruction,  // no run of the evaluator can break it
  NotEvaluated,    // one run of one block cannot decide
};

// One kind of assumption: a part of the text that verdicts list, and how runs are held against it.
struct AssumptionKind {
  std::string_view text;
  Kept kept;
  std::string_view how;  // why, or by what
  bool of_numbers = false;  // runs with large parameters that test a proof may break it, and are not asked
};

// All kinds that `check` lists.
std::span<const AssumptionKind> assumption_kinds();
// Of a listed text; null for one that has no row.
const AssumptionKind* kind_of_assumption(std::string_view text);

// What a proof assumes holds for a condition, too, that is told because of it: "safe if". What is given, as the condition is, is
// left out.
void add_assumed(std::vector<std::string>& listed, std::span<const std::string> of_proof);

// Do these texts, which a proof lists, say that nothing breaks the rule where a run was seen to break it? Then the proof does not
// say that what was wrong is mended.
bool is_taken_for_granted(spec::Rule rule, std::span<const std::string> assumptions);

// What is taken for granted of the runs of one verdict.
struct Granted {
  const launch::Assumptions* conditions = nullptr;  // null: none
  bool any_grid = true;         // then of less than 2^31 threads along x
  bool judges_bounds = false;   // accesses out of bounds are violations; else none is
  // Places where addresses that are no multiples, or integer divisors of zero, are violations; elsewhere there are
  // none.
  std::set<std::uint32_t> judged_alignment = {}, judged_division = {};
};

// Makes a run judge what assumptions say of accesses and divisors: those that break one are findings.
void judge_assumptions(RunInputs& inputs);

// What of the launch and the parameters breaks an assumption: conditions, the grid's size. Nothing where they keep
// them.
std::optional<std::string> broken_by_launch(const Granted& granted, const Launch& launch, const RunInputs& inputs);

// What a run breaks, at any time of it: of runs that are compared by what they leave in memory, where all of it counts.
std::optional<std::string> broken_by_run(const Granted& granted, const Launch& launch, const RunInputs& inputs,
                                         const RunResult& result);

// Findings of a run of one block that come before it breaks an assumption: so many of the first ones. `why` is what
// it breaks then.
std::size_t findings_that_count(const Granted& granted, const Launch& launch, const RunResult& result,
                                std::string* why = nullptr);

// The first error that counts; null where there is none, or the run as a whole does not count.
const Finding* error_that_counts(const Granted& granted, const Launch& launch, const RunInputs& inputs,
                                 const RunResult& result);

bool has_error(const RunResult& result);

// A run accesses memory whose size is known, shared memory say, outside of it, and has errors also where that is not
// judged: does every input of the launch that gets it to the access make it leave that memory? Then nobody can take it
// for granted that accesses stay inside: the launch alone decides, and it is a violation. Other contents of memory and
// numbers are tried.
bool leaves_known_memory_always(const Program& program, const Granted& granted, const Replay& replay);

// Leaves in a replay only what counts. The reason where no error is left of those that it had.
std::optional<std::string> keep_what_counts(const Granted& granted, Replay& replay);

}  // namespace warpproof::counterexample
