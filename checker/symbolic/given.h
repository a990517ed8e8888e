// A value where a condition is known to hold.
#pragma once

#include "src/term/term.h"

namespace warpproof::symbolic {

// The term, simpler perhaps, and equal to it wherever the condition holds: the condition's conjuncts are put in for
// themselves. Elsewhere it may be anything.
Term given(TermGraph& graph, Term t, Term condition);

}  // namespace warpproof::symbolic
