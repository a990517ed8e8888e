// Predicates over terms: terms of width 1.
#pragma once

#include <span>
#include <vector>

#include "src/term/term_nodes.h"

namespace warpproof {

class TermLogic : public TermNodes {
 public:
  using TermNodes::TermNodes;

  Term land(Term a, Term b);
  Term lor(Term a, Term b);
  Term lnot(Term a);
  Term conj(std::span<const Term> terms);
  Term disj(std::span<const Term> terms);
  Term implies(Term a, Term b) { return lor(lnot(a), b); }
  // The operands of a conjunction; the term itself when it is none.
  std::vector<Term> conjuncts(Term t) const;
  // True when a -> b holds by structure alone (false means "don't know").
  bool entails(Term a, Term b);
};

}  // namespace warpproof
