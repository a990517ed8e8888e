// Comparisons of signed numbers.
#include <algorithm>

#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_ite.h"
#include "src/term/rewrite_quotients.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static Term slt_fresh(NodeStore& g, Term a, Term b);

Term slt(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return land(g, a, lnot(g, b));  // true is -1
  if (a == b) return g.truth(false);
  const u64 sign = sign_bit_of(w);
  const Facts fa = g.facts(a), fb = g.facts(b);
  const bool a_plus = fa.high < sign, b_plus = fb.high < sign, a_minus = fa.low >= sign,
             b_minus = fb.low >= sign;
  if ((a_plus && b_plus) || (a_minus && b_minus)) return ult(g, a, b);
  if (a_minus && b_plus) return g.truth(true);
  if (a_plus && b_minus) return g.truth(false);
  const std::uint32_t key = ResultCache::key(Kind::Slt);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  Term out;
  if (g.is_const(a, sign - 1) || g.is_const(b, sign)) {
    out = g.truth(false);  // nothing above the largest, nothing below the smallest
  } else if (g.is_const(a)) {
    out = lnot(g, slt(g, b, g.constant(w, g.value(a) + 1)));
  } else if (g.is_const(b, 0)) {
    out = lnot(g, ult(g, a, g.constant(w, sign)));
  } else if (depth.deep()) {
    out = g.intern(Kind::Slt, 1, 0, {a, b});
  } else {
    out = slt_fresh(g, a, b);
  }
  return g.results.remember(key, a, b, {}, out);
}

// The constant, if any, is b.
static Term slt_fresh(NodeStore& g, Term a, Term b) {
  const int w = g.width(a);
  auto inner_width = [&](Term t) {
    if (g.kind(t) == Kind::SExt) return g.width(g.operand(t, 0));
    if (g.kind(t) == Kind::ZExt) return g.width(g.operand(t, 0)) + 1;
    if (g.is_const(t)) {
      const std::int64_t v = as_signed(g.value(t), w);
      return bit_length(static_cast<u64>(v < 0 ? ~v : v)) + 1;
    }
    return w;
  };
  // Both sides are extensions of something narrower: compare there.
  const int n = std::max(inner_width(a), inner_width(b));
  if (n < w && n > 1) return slt(g, extract(g, a, n - 1, 0), extract(g, b, n - 1, 0));
  for (int side = 0; side < 2; ++side) {
    const Term t = side ? b : a, o = side ? a : b;
    if (g.kind(t) != Kind::Ite) continue;
    const Term c = g.operand(t, 0), x = g.operand(t, 1), y = g.operand(t, 2);
    const bool fold_const = g.is_const(o) && (g.is_const(x) || g.is_const(y));
    if (fold_const)
      return side ? ite(g, c, slt(g, o, x), slt(g, o, y)) : ite(g, c, slt(g, x, o), slt(g, y, o));
    if (g.kind(o) == Kind::Ite && g.operand(o, 0) == c) {
      return side ? ite(g, c, slt(g, g.operand(o, 1), x), slt(g, g.operand(o, 2), y))
                  : ite(g, c, slt(g, x, g.operand(o, 1)), slt(g, y, g.operand(o, 2)));
    }
    if (x == o) return side ? land(g, lnot(g, c), slt(g, o, y)) : land(g, lnot(g, c), slt(g, y, o));
    if (y == o) return side ? land(g, c, slt(g, o, x)) : land(g, c, slt(g, x, o));
  }
  if (g.is_const(b)) {
    if (const auto of_dividend = signed_quotient_below(g, a, as_signed(g.value(b), w))) return *of_dividend;
  }
  if (Term out; less_aligned(g, a, b, true, out)) return out;
  return g.intern(Kind::Slt, 1, 0, {a, b});
}

}  // namespace warpproof::rewrite
