// Values that are chosen by conditions: two of them are mostly equal because their conditions are.
#pragma once

#include <functional>
#include <optional>

#include "src/term/term.h"

namespace warpproof::equivalence {

// `a` with conditions of `b` in place of its own where `never` proves that the two never differ; nothing
// where there is no such condition. It is equal to `a` where `never` is right.
std::optional<Term> with_conditions_of(TermGraph& graph, Term a, Term b,
                                       const std::function<bool(Term)>& never);

// The same value, with what decides each choice spelled for where it matters: in `guard and at == place`, the
// place as it is where the guard holds.
Term within_guards(TermGraph& graph, Term t);

}  // namespace warpproof::equivalence
