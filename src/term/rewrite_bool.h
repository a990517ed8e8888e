// Predicates: conjunction and negation are the only stored connectives (besides xor and choice), so a
// disjunction is a negated conjunction of negations ("clause" below) and each rule is written once.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

// Throw std::invalid_argument where an operand is no predicate.
Term lnot(NodeStore& g, Term a);
Term land(NodeStore& g, Term a, Term b);
inline Term lor(NodeStore& g, Term a, Term b) { return lnot(g, land(g, lnot(g, a), lnot(g, b))); }
Term conj(NodeStore& g, std::span<const Term> terms);
Term disj(NodeStore& g, std::span<const Term> terms);
Term lxor(NodeStore& g, Term a, Term b);
Term ite_pred(NodeStore& g, Term c, Term a, Term b);
Term assume(NodeStore& g, Term t, Term condition);  // t simplified one level, given that the condition holds
// The operands, with those of nested nodes of that kind in place of these.
void flatten(const NodeStore& g, Kind kind, std::span<const Term> terms, Terms& out);
// Of normalised literals.
Term intern_and(NodeStore& g, std::span<const Term> literals);

}  // namespace warpproof::rewrite
