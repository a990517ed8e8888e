#include "src/term/rewrite_ite.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/term/float_eval.h"
#include "src/term/float_op.h"
#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_shift.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static Term ite_word(NodeStore& g, Term c, Term a, Term b);
static bool ite_by_bits(NodeStore& g, Term c, Term a, Term b, Term& out);
static bool ite_minmax(NodeStore& g, Term c, Term a, Term b, Term& out);
static bool ite_of_differences(NodeStore& g, Term c, Term a, Term b, Term& out);
static Term float_compare(NodeStore& g, FloatOp op, Term a, Term b);

Term ite(NodeStore& g, Term c, Term a, Term b) {
  g.same_width(a, b);
  if (g.width(c) != 1) throw std::invalid_argument("the condition of a choice has width 1");
  if (g.is_const(c)) return g.value(c) ? a : b;
  if (a == b) return a;
  if (g.is_not(c)) {
    c = g.operand(c, 0);
    std::swap(a, b);
  }
  const std::uint32_t key = ResultCache::key(Kind::Ite);
  if (Term known = g.results.find(key, c, a, b); known.id != 0) return known;
  Depth depth(g.results);
  Term out;
  if (depth.deep()) {
    out = g.intern(Kind::Ite, g.width(a), 0, {c, a, b});
  } else {
    out = g.width(a) == 1 ? ite_pred(g, c, a, b) : ite_word(g, c, a, b);
  }
  return g.results.remember(key, c, a, b, out);
}

static Term ite_word(NodeStore& g, Term c, Term a, Term b) {
  const int w = g.width(a);
  if (g.kind(a) == Kind::Ite) a = assume(g, a, c);
  if (g.kind(b) == Kind::Ite) b = assume(g, b, lnot(g, c));
  if (a == b) return a;
  // 0 and 1, 0 and all ones: the predicate itself as a word, so that counts are sums of predicates.
  if (g.is_const(a) && g.is_const(b)) {
    if (g.value(a) == 1 && g.value(b) == 0) return zext(g, c, w);
    if (g.value(a) == 0 && g.value(b) == 1) return zext(g, lnot(g, c), w);
    if (g.value(a) == mask_of(w) && g.value(b) == 0) return sext(g, c, w);
    if (g.value(a) == 0 && g.value(b) == mask_of(w)) return sext(g, lnot(g, c), w);
  }
  // Nested choices that share an arm.
  if (g.kind(b) == Kind::Ite) {
    auto in = g.operands(b);
    if (in[1] == a) return ite(g, lor(g, c, in[0]), a, in[2]);
    if (in[2] == a) return ite(g, lor(g, c, lnot(g, in[0])), a, in[1]);
  }
  if (g.kind(a) == Kind::Ite) {
    auto in = g.operands(a);
    if (in[2] == b) return ite(g, land(g, c, in[0]), in[1], b);
    if (in[1] == b) return ite(g, land(g, c, lnot(g, in[0])), in[2], b);
  }
  Term out;
  if (ite_by_bits(g, c, a, b, out) || ite_minmax(g, c, a, b, out) || ite_of_differences(g, c, a, b, out)) return out;
  // x = k ? k : x
  if (g.kind(c) == Kind::Eq) {
    const Term x = g.operand(c, 0), y = g.operand(c, 1);
    if ((x == a && y == b) || (x == b && y == a)) return b;
  }
  if (g.kind(a) == Kind::ZExt && g.kind(b) == Kind::ZExt &&
      g.width(g.operand(a, 0)) == g.width(g.operand(b, 0))) {
    return zext(g, ite(g, c, g.operand(a, 0), g.operand(b, 0)), w);
  }
  return g.intern(Kind::Ite, w, 0, {c, a, b});
}

// A choice between bit vectors of predicates stays one: each bit is chosen.
static bool ite_by_bits(NodeStore& g, Term c, Term a, Term b, Term& out) {
  const int w = g.width(a);
  Terms pa, pb;
  if (g.is_const(a) && g.is_const(b)) return false;
  if (!view_parts(g, a, pa) || !view_parts(g, b, pb)) return false;
  auto bits_only = [&](const Terms& parts) {
    return std::all_of(parts.begin(), parts.end(), [&](Term p) { return g.width(p) == 1 || g.is_const(p); });
  };
  if (!bits_only(pa) || !bits_only(pb)) return false;
  Terms bits;
  for (int i = w - 1; i >= 0; --i) bits.push_back(ite(g, c, bit(g, a, i), bit(g, b, i)));
  out = concat(g, {bits.data(), bits.size()});
  return true;
}

// c ? x : x ^ k, for a choice x, or such a sum modulo 2, is x ^ (c ? 0 : k): of a chain of them, as a random number's state is made
// of a matrix by, each choice is there once. Of the chain itself a solver that looks at its values has twice as many after each.
static bool ite_of_differences(NodeStore& g, Term c, Term a, Term b, Term& out) {
  if (g.kind(a) != Kind::Xor && g.kind(b) != Kind::Xor) return false;
  const auto count = [&](Term t) { return g.kind(t) == Kind::Xor ? g.operands(t).size() : 1; };
  const Term less = count(a) < count(b) ? a : b, more = count(a) < count(b) ? b : a;
  if (g.kind(less) != Kind::Ite && g.kind(less) != Kind::Xor) return false;
  const Term rest = bit_xor(g, less, more);
  if (count(less) + count(rest) != count(more)) return false;
  const Term none = g.constant(g.width(a), 0);
  out = bit_xor(g, less, less == a ? ite(g, c, none, rest) : ite(g, c, rest, none));
  return true;
}

// a < b ? a : b and its relatives; a constant bound may have been moved by one (x <= k is x < k + 1).
static bool ite_minmax(NodeStore& g, Term c, Term a, Term b, Term& out) {
  const Kind k = g.kind(c);
  const int w = g.width(a);
  // Of two choices by one condition the comparison may have been taken apart by it.
  if (k == Kind::And && g.kind(a) == Kind::Ite && g.kind(b) == Kind::Ite &&
      g.operand(a, 0) == g.operand(b, 0)) {
    for (const bool is_signed : {true, false}) {
      const auto less = [&](Term x, Term y) { return is_signed ? slt(g, x, y) : ult(g, x, y); };
      const bool lesser = c == less(a, b);
      if (!lesser && c != less(b, a)) continue;
      out = is_signed ? minmax(g, lesser ? Kind::SMin : Kind::SMax, a, b)
                      : minmax(g, lesser ? Kind::UMin : Kind::UMax, a, b);
      return true;
    }
  }
  if (k != Kind::Ult && k != Kind::Slt) return false;
  const Term x = g.operand(c, 0), y = g.operand(c, 1);
  if (g.width(x) != w) return false;
  const Kind lesser = k == Kind::Ult ? Kind::UMin : Kind::SMin,
             greater = k == Kind::Ult ? Kind::UMax : Kind::SMax;
  auto is_bound = [&](Term t) {
    return t == y || (g.is_const(y) && g.is_const(t) && g.value(t) == ((g.value(y) - 1) & mask_of(w)));
  };
  if (a == x && is_bound(b)) {
    out = minmax(g, lesser, a, b);
    return true;
  }
  if (b == x && is_bound(a)) {
    out = minmax(g, greater, a, b);
    return true;
  }
  return false;
}

Term float_op(NodeStore& g, u64 packed, int w, std::span<const Term> in) {
  FloatOp op = FloatOp::unpack(packed);
  if (in.size() != op.arity() || w != op.result_width()) throw std::invalid_argument("float_op: wrong shape");
  for (Term t : in) {
    if (g.width(t) != op.operand_width()) throw std::invalid_argument("float_op: wrong operand width");
  }
  Terms ops(in.begin(), in.end());
  // Approximate operations stay: nothing may be proved from the last bits of the host's libm.
  const bool constant_operands = std::all_of(ops.begin(), ops.end(), [&](Term t) { return g.is_const(t); });
  if (constant_operands && !float_is_approximate(packed)) {
    SmallVector<u64, 3> values;
    for (Term t : ops) values.push_back(g.value(t));
    return g.constant(w, float_eval(packed, {values.data(), values.size()}));
  }
  if (op.is_comparison()) return float_compare(g, op, ops[0], ops[1]);
  if (op.commutes() && ops[1] < ops[0]) std::swap(ops[0], ops[1]);
  const bool plain = !op.ftz && !op.saturate;
  const u64 sign = sign_bit_of(w);
  if (plain && op.code == FloatCode::Neg) return bit_xor(g, ops[0], g.constant(w, sign));
  if (plain && op.code == FloatCode::Abs) return bit_and(g, ops[0], g.constant(w, sign - 1));
  if (plain && op.code == FloatCode::Copysign) {
    return bit_or(g, bit_and(g, ops[0], g.constant(w, sign)), bit_and(g, ops[1], g.constant(w, sign - 1)));
  }
  return g.intern(Kind::Float, w, op.pack(), {ops.data(), ops.size()});
}

// Every comparison in terms of ordered ==, < and <=, and of a bit test for NaN.
static Term float_compare(NodeStore& g, FloatOp op, Term a, Term b) {
  auto stored = [&](FloatCode code, Term x, Term y) {
    op.code = code;
    if (code == FloatCode::Eq && y < x) std::swap(x, y);
    if (code == FloatCode::Lt && x == y) return g.truth(false);
    return g.intern(Kind::Float, 1, op.pack(), {x, y});
  };
  auto is_number = [&](Term x) {
    const int w = g.width(x);
    const Term magnitude = bit_and(g, x, g.constant(w, sign_bit_of(w) - 1));
    return lnot(g, ult(g, g.constant(w, op.infinity_bits()), magnitude));
  };
  auto ordered = [&] { return land(g, is_number(a), is_number(b)); };
  switch (op.code) {
    case FloatCode::Eq:
      return stored(FloatCode::Eq, a, b);
    case FloatCode::Ne:
      return land(g, ordered(), lnot(g, stored(FloatCode::Eq, a, b)));
    case FloatCode::Lt:
      return stored(FloatCode::Lt, a, b);
    case FloatCode::Le:
      return stored(FloatCode::Le, a, b);
    case FloatCode::Gt:
      return stored(FloatCode::Lt, b, a);
    case FloatCode::Ge:
      return stored(FloatCode::Le, b, a);
    case FloatCode::Equ:
      return lor(g, lnot(g, ordered()), stored(FloatCode::Eq, a, b));
    case FloatCode::Neu:
      return lnot(g, stored(FloatCode::Eq, a, b));
    case FloatCode::Ltu:
      return lnot(g, stored(FloatCode::Le, b, a));
    case FloatCode::Leu:
      return lnot(g, stored(FloatCode::Lt, b, a));
    case FloatCode::Gtu:
      return lnot(g, stored(FloatCode::Le, a, b));
    case FloatCode::Geu:
      return lnot(g, stored(FloatCode::Lt, a, b));
    case FloatCode::Num:
      return ordered();
    default:
      return lnot(g, ordered());
  }
}

}  // namespace warpproof::rewrite
