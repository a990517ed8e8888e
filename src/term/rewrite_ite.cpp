// Choice, and the floating-point builder.
#include <algorithm>

#include "src/term/float_eval.h"
#include "src/term/float_op.h"
#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;

Term Impl::ite(Term c, Term a, Term b) {
  same_width(a, b);
  if (width(c) != 1) throw std::invalid_argument("the condition of a choice has width 1");
  if (is_const(c)) return value(c) ? a : b;
  if (a == b) return a;
  if (is_not(c)) {
    c = operand(c, 0);
    std::swap(a, b);
  }
  const u32 key = cache_key(Kind::Ite);
  if (Term known = cached(key, c, a, b); known.id != 0) return known;
  Depth depth(*this);
  Term out;
  if (depth.deep()) {
    out = intern(Kind::Ite, width(a), 0, {c, a, b});
  } else {
    out = width(a) == 1 ? ite_pred(c, a, b) : ite_word(c, a, b);
  }
  return remember(key, c, a, b, out);
}

Term Impl::ite_word(Term c, Term a, Term b) {
  const int w = width(a);
  if (kind(a) == Kind::Ite) a = assume(a, c);
  if (kind(b) == Kind::Ite) b = assume(b, lnot(c));
  if (a == b) return a;
  // 0 and 1, 0 and all ones: the predicate itself as a word, so that counts are sums of predicates.
  if (is_const(a) && is_const(b)) {
    if (value(a) == 1 && value(b) == 0) return zext(c, w);
    if (value(a) == 0 && value(b) == 1) return zext(lnot(c), w);
    if (value(a) == mask_of(w) && value(b) == 0) return sext(c, w);
    if (value(a) == 0 && value(b) == mask_of(w)) return sext(lnot(c), w);
  }
  // Nested choices that share an arm.
  if (kind(b) == Kind::Ite) {
    auto in = operands(b);
    if (in[1] == a) return ite(lor(c, in[0]), a, in[2]);
    if (in[2] == a) return ite(lor(c, lnot(in[0])), a, in[1]);
  }
  if (kind(a) == Kind::Ite) {
    auto in = operands(a);
    if (in[2] == b) return ite(land(c, in[0]), in[1], b);
    if (in[1] == b) return ite(land(c, lnot(in[0])), in[2], b);
  }
  Term out;
  if (ite_by_bits(c, a, b, out) || ite_minmax(c, a, b, out)) return out;
  // x = k ? k : x
  if (kind(c) == Kind::Eq) {
    const Term x = operand(c, 0), y = operand(c, 1);
    if ((x == a && y == b) || (x == b && y == a)) return b;
  }
  if (kind(a) == Kind::ZExt && kind(b) == Kind::ZExt && width(operand(a, 0)) == width(operand(b, 0))) {
    return zext(ite(c, operand(a, 0), operand(b, 0)), w);
  }
  return intern(Kind::Ite, w, 0, {c, a, b});
}

// A choice between bit vectors of predicates stays one: each bit is chosen.
bool Impl::ite_by_bits(Term c, Term a, Term b, Term& out) {
  const int w = width(a);
  Terms pa, pb;
  if (is_const(a) && is_const(b)) return false;
  if (!view_parts(a, pa) || !view_parts(b, pb)) return false;
  auto bits_only = [&](const Terms& parts) {
    return std::all_of(parts.begin(), parts.end(), [&](Term p) { return width(p) == 1 || is_const(p); });
  };
  if (!bits_only(pa) || !bits_only(pb)) return false;
  Terms bits;
  for (int i = w - 1; i >= 0; --i) bits.push_back(ite(c, bit(a, i), bit(b, i)));
  out = concat({bits.data(), bits.size()});
  return true;
}

// a < b ? a : b and its relatives; a constant bound may have been moved by one (x <= k is x < k + 1).
bool Impl::ite_minmax(Term c, Term a, Term b, Term& out) {
  const Kind k = kind(c);
  const int w = width(a);
  // Of two choices by one condition the comparison may have been taken apart by it.
  if (k == Kind::And && kind(a) == Kind::Ite && kind(b) == Kind::Ite && operand(a, 0) == operand(b, 0)) {
    for (const bool is_signed : {true, false}) {
      const auto less = [&](Term x, Term y) { return is_signed ? slt(x, y) : ult(x, y); };
      const bool lesser = c == less(a, b);
      if (!lesser && c != less(b, a)) continue;
      out = is_signed ? minmax(lesser ? Kind::SMin : Kind::SMax, a, b)
                      : minmax(lesser ? Kind::UMin : Kind::UMax, a, b);
      return true;
    }
  }
  if (k != Kind::Ult && k != Kind::Slt) return false;
  const Term x = operand(c, 0), y = operand(c, 1);
  if (width(x) != w) return false;
  const Kind lesser = k == Kind::Ult ? Kind::UMin : Kind::SMin,
             greater = k == Kind::Ult ? Kind::UMax : Kind::SMax;
  auto is_bound = [&](Term t) {
    return t == y || (is_const(y) && is_const(t) && value(t) == ((value(y) - 1) & mask_of(w)));
  };
  if (a == x && is_bound(b)) {
    out = minmax(lesser, a, b);
    return true;
  }
  if (b == x && is_bound(a)) {
    out = minmax(greater, a, b);
    return true;
  }
  return false;
}

Term Impl::float_op(u64 packed, int w, std::span<const Term> in) {
  FloatOp op = FloatOp::unpack(packed);
  if (in.size() != op.arity() || w != op.result_width()) throw std::invalid_argument("float_op: wrong shape");
  for (Term t : in) {
    if (width(t) != op.operand_width()) throw std::invalid_argument("float_op: wrong operand width");
  }
  Terms ops(in.begin(), in.end());
  // Approximate operations stay: nothing may be proved from the last bits of the host's libm.
  const bool constant_operands = std::all_of(ops.begin(), ops.end(), [&](Term t) { return is_const(t); });
  if (constant_operands && !float_is_approximate(packed)) {
    SmallVector<u64, 3> values;
    for (Term t : ops) values.push_back(value(t));
    return constant(w, float_eval(packed, {values.data(), values.size()}));
  }
  if (op.is_comparison()) return float_compare(op, ops[0], ops[1]);
  if (op.commutes() && ops[1] < ops[0]) std::swap(ops[0], ops[1]);
  const bool plain = !op.ftz && !op.saturate;
  const u64 sign = sign_bit_of(w);
  if (plain && op.code == FloatCode::Neg) return bit_xor(ops[0], constant(w, sign));
  if (plain && op.code == FloatCode::Abs) return bit_and(ops[0], constant(w, sign - 1));
  if (plain && op.code == FloatCode::Copysign) {
    return bit_or(bit_and(ops[0], constant(w, sign)), bit_and(ops[1], constant(w, sign - 1)));
  }
  return intern(Kind::Float, w, op.pack(), {ops.data(), ops.size()});
}

// Every comparison in terms of ordered ==, < and <=, and of a bit test for NaN.
Term Impl::float_compare(FloatOp op, Term a, Term b) {
  auto stored = [&](FloatCode code, Term x, Term y) {
    op.code = code;
    if (code == FloatCode::Eq && y < x) std::swap(x, y);
    if (code == FloatCode::Lt && x == y) return truth(false);
    return intern(Kind::Float, 1, op.pack(), {x, y});
  };
  auto is_number = [&](Term x) {
    const int w = width(x);
    const Term magnitude = bit_and(x, constant(w, sign_bit_of(w) - 1));
    return lnot(ult(constant(w, op.infinity_bits()), magnitude));
  };
  auto ordered = [&] { return land(is_number(a), is_number(b)); };
  switch (op.code) {
    case FloatCode::Eq:
      return stored(FloatCode::Eq, a, b);
    case FloatCode::Ne:
      return land(ordered(), lnot(stored(FloatCode::Eq, a, b)));
    case FloatCode::Lt:
      return stored(FloatCode::Lt, a, b);
    case FloatCode::Le:
      return stored(FloatCode::Le, a, b);
    case FloatCode::Gt:
      return stored(FloatCode::Lt, b, a);
    case FloatCode::Ge:
      return stored(FloatCode::Le, b, a);
    case FloatCode::Equ:
      return lor(lnot(ordered()), stored(FloatCode::Eq, a, b));
    case FloatCode::Neu:
      return lnot(stored(FloatCode::Eq, a, b));
    case FloatCode::Ltu:
      return lnot(stored(FloatCode::Le, b, a));
    case FloatCode::Leu:
      return lnot(stored(FloatCode::Lt, b, a));
    case FloatCode::Gtu:
      return lnot(stored(FloatCode::Le, a, b));
    case FloatCode::Geu:
      return lnot(stored(FloatCode::Lt, a, b));
    case FloatCode::Num:
      return ordered();
    default:
      return lnot(ordered());
  }
}

}  // namespace warpproof
