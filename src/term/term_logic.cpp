#include "src/term/term_logic.h"

#include "src/term/node_store.h"
#include "src/term/rewrite_bool.h"

namespace warpproof {

Term TermLogic::land(Term a, Term b) { return rewrite::land(store(), a, b); }
Term TermLogic::lor(Term a, Term b) { return rewrite::lor(store(), a, b); }
Term TermLogic::lnot(Term a) { return rewrite::lnot(store(), a); }
Term TermLogic::conj(std::span<const Term> terms) { return rewrite::conj(store(), terms); }
Term TermLogic::disj(std::span<const Term> terms) { return rewrite::disj(store(), terms); }
bool TermLogic::entails(Term a, Term b) { return is_false(land(a, lnot(b))); }

std::vector<Term> TermLogic::conjuncts(Term t) const {
  if (kind(t) != Kind::And || width(t) != 1) return {t};
  auto ops = operands(t);
  return {ops.begin(), ops.end()};
}

}  // namespace warpproof
