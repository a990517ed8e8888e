// Values that are chosen by conditions.
#pragma once

#include <vector>

#include "src/term/term.h"

namespace warpproof::equivalence {

// By which there is a choice somewhere below; none where there are too many terms to look at.
std::vector<Term> conditions_of(TermGraph& graph, Term t);

// The same value, with what decides each choice spelled for where it matters: in `guard and at == place`, the
// place as it is where the guard holds.
Term within_guards(TermGraph& graph, Term t);

}  // namespace warpproof::equivalence
