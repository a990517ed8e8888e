// Hash-consed bit-vector terms with rewriting at construction.
//
// A Term is a handle into one TermGraph; equal handles mean equal structure. Every builder simplifies before
// it allocates, so most obligations are constants by the time anyone asks. Widths are 1..64 bits; a term of
// width 1 is a predicate (0 false, 1 true). Semantics of each operation: SMT-LIB QF_BV (shift amounts >=
// width give 0 or the sign; udiv by 0 gives all ones, urem by 0 the dividend). A TermGraph is owned by one
// check and is not shared between threads.
//
// Memory is bounded: past `max_nodes` a builder throws TermLimit, which the checker reports as unknown.
//
// TermGraph is made of layers: nodes (term_nodes.h), predicates (term_logic.h) and words, here.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/term_logic.h"
#include "src/term/term_nodes.h"

namespace warpproof {

class TermGraph : public TermLogic {
 public:
  using TermLogic::TermLogic;

  // Words (operands of one width unless said otherwise).
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term neg(Term a);
  Term mul(Term a, Term b);
  Term udiv(Term a, Term b);
  Term sdiv(Term a, Term b);
  Term urem(Term a, Term b);
  Term srem(Term a, Term b);
  Term mulhi_u(Term a, Term b);
  Term mulhi_s(Term a, Term b);
  Term umin(Term a, Term b);
  Term umax(Term a, Term b);
  Term smin(Term a, Term b);
  Term smax(Term a, Term b);
  Term bit_and(Term a, Term b);
  Term bit_or(Term a, Term b);
  Term bit_xor(Term a, Term b);
  Term bit_not(Term a);
  Term shl(Term a, Term amount);
  Term lshr(Term a, Term amount);
  Term ashr(Term a, Term amount);
  Term popc(Term a);  // same width as a
  Term clz(Term a);   // same width as a; width for 0
  Term brev(Term a);
  Term extract(Term a, int high, int low);
  Term bit(Term a, int index) { return extract(a, index, index); }
  // Bit `index` (unsigned, any width) of `word`; false at or past the width. A lookup where the bits are
  // known terms.
  Term select_bit(Term word, Term index);
  Term zext(Term a, int width);
  Term sext(Term a, int width);
  Term concat(std::span<const Term> most_significant_first);
  Term eq(Term a, Term b);
  Term ult(Term a, Term b);
  Term ule(Term a, Term b);
  Term slt(Term a, Term b);
  Term sle(Term a, Term b);
  Term ite(Term condition, Term a, Term b);
  Term float_op(std::uint64_t packed_op, int result_width, std::span<const Term> operands);
};

}  // namespace warpproof
