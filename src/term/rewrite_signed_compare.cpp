// Comparisons of signed numbers.
#include "src/term/term_impl.h"

#include <algorithm>

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;
using i128 = __int128;

Term Impl::slt(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return land(a, lnot(b));  // true is -1
  if (a == b) return truth(false);
  const u64 sign = sign_bit_of(w);
  const Facts fa = facts(a), fb = facts(b);
  const bool a_plus = fa.high < sign, b_plus = fb.high < sign, a_minus = fa.low >= sign,
             b_minus = fb.low >= sign;
  if ((a_plus && b_plus) || (a_minus && b_minus)) return ult(a, b);
  if (a_minus && b_plus) return truth(true);
  if (a_plus && b_minus) return truth(false);
  const u32 key = cache_key(Kind::Slt);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  Term out;
  if (is_const(a, sign - 1) || is_const(b, sign)) {
    out = truth(false);  // nothing above the largest, nothing below the smallest
  } else if (is_const(a)) {
    out = lnot(slt(b, constant(w, value(a) + 1)));
  } else if (is_const(b, 0)) {
    out = lnot(ult(a, constant(w, sign)));
  } else if (depth.deep()) {
    out = intern(Kind::Slt, 1, 0, {a, b});
  } else {
    out = slt_fresh(a, b);
  }
  return remember(key, a, b, {}, out);
}

// The constant, if any, is b.
Term Impl::slt_fresh(Term a, Term b) {
  const int w = width(a);
  auto inner_width = [&](Term t) {
    if (kind(t) == Kind::SExt) return width(operand(t, 0));
    if (kind(t) == Kind::ZExt) return width(operand(t, 0)) + 1;
    if (is_const(t)) {
      const std::int64_t v = as_signed(value(t), w);
      return bit_length(static_cast<u64>(v < 0 ? ~v : v)) + 1;
    }
    return w;
  };
  // Both sides are extensions of something narrower: compare there.
  const int n = std::max(inner_width(a), inner_width(b));
  if (n < w && n > 1) return slt(extract(a, n - 1, 0), extract(b, n - 1, 0));
  for (int side = 0; side < 2; ++side) {
    const Term t = side ? b : a, o = side ? a : b;
    if (kind(t) != Kind::Ite) continue;
    const Term c = operand(t, 0), x = operand(t, 1), y = operand(t, 2);
    const bool fold_const = is_const(o) && (is_const(x) || is_const(y));
    if (fold_const) return side ? ite(c, slt(o, x), slt(o, y)) : ite(c, slt(x, o), slt(y, o));
    if (kind(o) == Kind::Ite && operand(o, 0) == c) {
      return side ? ite(c, slt(operand(o, 1), x), slt(operand(o, 2), y))
                  : ite(c, slt(x, operand(o, 1)), slt(y, operand(o, 2)));
    }
    if (x == o) return side ? land(lnot(c), slt(o, y)) : land(lnot(c), slt(y, o));
    if (y == o) return side ? land(c, slt(o, x)) : land(c, slt(x, o));
  }
  if (Term out; less_aligned(a, b, true, out)) return out;
  return intern(Kind::Slt, 1, 0, {a, b});
}

}  // namespace warpproof
