// Simplification of a conjunction that holds clauses. A clause is Not(And(S)): it says that not all of S
// hold. Two branches that merge give Or(And(c, p), And(c, !p)), that is the clauses {c, p} and {c, !p}, whose
// resolution restores the parent guard.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

bool simplify_clauses(NodeStore& g, Terms& literals, bool& changed);  // false: contradiction
// 1 true, 0 false, -1 unknown, given that every literal of `assumed` (sorted) holds.
int literal_value(const NodeStore& g, Term literal, std::span<const Term> assumed, int depth);
// Or(And(d, r1), And(d, r2)) as And(d, Or(r1, r2)).
Term factor(NodeStore& g, const Terms& literals);

}  // namespace warpproof::rewrite
