// What a model has to satisfy for a run to do what an execution did under it.
#pragma once

#include <optional>
#include <vector>

#include "checker/smt/solver.h"
#include "checker/symbolic/executor.h"
#include "src/term/term.h"

namespace warpproof::counterexample {

// Pointers at their allocations, choices as the canonical schedule makes them, loaded pointers apart, accesses
// within the reach of a replay's addresses, clocks that go on. `exact`: conditions hold as they read too.
std::vector<Term> replayable(TermGraph& graph, const symbolic::Executor& executor, bool exact);

// That accesses are near the starts of their buffers (symbolic::kNearBytes).
std::vector<Term> near_accesses(TermGraph& graph, const symbolic::Executor& executor);

// That some number among the inputs is another one than in the model; nothing where there is none.
std::optional<Term> other_numbers(TermGraph& graph, const symbolic::Executor& executor, const SmtModel& model);

}  // namespace warpproof::counterexample
