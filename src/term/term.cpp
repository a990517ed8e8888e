#include "src/term/term.h"

#include "src/term/node_store.h"
#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_divide.h"
#include "src/term/rewrite_ite.h"
#include "src/term/rewrite_shift.h"

namespace warpproof {

Term TermGraph::add(Term a, Term b) { return rewrite::add(store(), a, b); }
Term TermGraph::sub(Term a, Term b) { return rewrite::sub(store(), a, b); }
Term TermGraph::neg(Term a) { return rewrite::scale(store(), a, ~0ull); }
Term TermGraph::mul(Term a, Term b) { return rewrite::mul(store(), a, b); }
Term TermGraph::udiv(Term a, Term b) { return rewrite::udiv(store(), a, b); }
Term TermGraph::sdiv(Term a, Term b) { return rewrite::sdiv(store(), a, b); }
Term TermGraph::urem(Term a, Term b) { return rewrite::urem(store(), a, b); }
Term TermGraph::srem(Term a, Term b) { return rewrite::srem(store(), a, b); }
Term TermGraph::mulhi_u(Term a, Term b) { return rewrite::mulhi(store(), Kind::MulHiU, a, b); }
Term TermGraph::mulhi_s(Term a, Term b) { return rewrite::mulhi(store(), Kind::MulHiS, a, b); }
Term TermGraph::umin(Term a, Term b) { return rewrite::minmax(store(), Kind::UMin, a, b); }
Term TermGraph::umax(Term a, Term b) { return rewrite::minmax(store(), Kind::UMax, a, b); }
Term TermGraph::smin(Term a, Term b) { return rewrite::minmax(store(), Kind::SMin, a, b); }
Term TermGraph::smax(Term a, Term b) { return rewrite::minmax(store(), Kind::SMax, a, b); }
Term TermGraph::bit_and(Term a, Term b) { return rewrite::bit_and(store(), a, b); }
Term TermGraph::bit_or(Term a, Term b) { return rewrite::bit_or(store(), a, b); }
Term TermGraph::bit_xor(Term a, Term b) { return rewrite::bit_xor(store(), a, b); }
Term TermGraph::bit_not(Term a) { return rewrite::bit_not(store(), a); }
Term TermGraph::shl(Term a, Term amount) { return rewrite::shl(store(), a, amount); }
Term TermGraph::lshr(Term a, Term amount) { return rewrite::lshr(store(), a, amount); }
Term TermGraph::ashr(Term a, Term amount) { return rewrite::ashr(store(), a, amount); }
Term TermGraph::popc(Term a) { return rewrite::popc(store(), a); }
Term TermGraph::clz(Term a) { return rewrite::clz(store(), a); }
Term TermGraph::brev(Term a) { return rewrite::brev(store(), a); }
Term TermGraph::extract(Term a, int high, int low) { return rewrite::extract(store(), a, high, low); }
Term TermGraph::zext(Term a, int width) { return rewrite::zext(store(), a, width); }
Term TermGraph::sext(Term a, int width) { return rewrite::sext(store(), a, width); }
Term TermGraph::concat(std::span<const Term> parts) { return rewrite::concat(store(), parts); }
Term TermGraph::eq(Term a, Term b) { return rewrite::eq(store(), a, b); }
Term TermGraph::ult(Term a, Term b) { return rewrite::ult(store(), a, b); }
Term TermGraph::ule(Term a, Term b) { return rewrite::lnot(store(), rewrite::ult(store(), b, a)); }
Term TermGraph::slt(Term a, Term b) { return rewrite::slt(store(), a, b); }
Term TermGraph::sle(Term a, Term b) { return rewrite::lnot(store(), rewrite::slt(store(), b, a)); }
Term TermGraph::ite(Term c, Term a, Term b) { return rewrite::ite(store(), c, a, b); }
Term TermGraph::float_op(std::uint64_t packed_op, int result_width, std::span<const Term> operands) {
  return rewrite::float_op(store(), packed_op, result_width, operands);
}
Term TermGraph::select_bit(Term word, Term index) { return rewrite::select_bit(store(), word, index); }

}  // namespace warpproof
