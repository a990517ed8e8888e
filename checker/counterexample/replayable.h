// What a model has to satisfy for a run to do what an execution did under it.
#pragma once

#include <vector>

#include "checker/symbolic/executor.h"
#include "src/term/term.h"

namespace warpproof::counterexample {

// Pointers at their allocations, choices as the canonical schedule makes them, loaded pointers apart, accesses
// within the reach of a replay's addresses.
std::vector<Term> replayable(TermGraph& graph, const symbolic::Executor& executor);

}  // namespace warpproof::counterexample
