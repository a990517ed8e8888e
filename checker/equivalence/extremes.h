// Equal whichever of several values is the greatest, or the least.
//
// An arg-max carries a value and its index through compares and selects, packs both into one word whose high
// bits are the value, or looks for the extreme with a vote. What comes out depends on which value is the
// extreme, and of equal ones which comes first. So two such results are compared for each value that may be
// it: those before it in some order are less then, those behind it no greater, which decides most compares and
// all extremes that it takes part in. Some value is the first of the greatest, so the cases are all there are.
#pragma once

#include "src/term/term.h"

namespace warpproof::equivalence {

// True: for all inputs. False says nothing.
bool equal_by_extremes(TermGraph& graph, Term a, Term b);

}  // namespace warpproof::equivalence
