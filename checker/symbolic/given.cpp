#include "checker/symbolic/given.h"

#include "src/term/traverse.h"

namespace warpproof::symbolic {

Term given(TermGraph& g, Term t, Term condition) {
  if (g.is_const(t)) return t;
  Substitute put(g);
  for (const Term c : g.conjuncts(condition)) {
    if (g.is_const(c)) continue;
    if (g.kind(c) == Kind::Not) {
      put.map(g.operands(c).front(), g.truth(false));
    } else {
      put.map(c, g.truth(true));
    }
  }
  return put(t);
}

}  // namespace warpproof::symbolic
