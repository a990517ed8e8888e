#include "src/term/rewrite_arith.h"

#include <algorithm>
#include <utility>

#include "src/term/linear.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_ite.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static Term product(NodeStore& g, Term a, Term b);

Term scale(NodeStore& g, Term t, u64 coefficient) {
  const int w = g.width(t);
  coefficient &= mask_of(w);
  if (w == 1) return coefficient ? t : g.truth(false);
  if (coefficient == 0) return g.constant(w, 0);
  if (coefficient == 1) return t;
  if (g.is_const(t)) return g.constant(w, g.value(t) * coefficient);
  const std::uint32_t key = ResultCache::key(Kind::Mul, 1);
  const Term c = g.constant(w, coefficient);
  if (Term known = g.results.find(key, t, c); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::Mul, w, 0, {t, c});
  Linear form;
  accumulate(g, form, t, coefficient, w);
  return g.results.remember(key, t, c, {}, build(g, form, w));
}

Term add(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return lxor(g, a, b);
  if (g.is_const(a)) std::swap(a, b);
  if (g.is_const(a)) return g.constant(w, g.value(a) + g.value(b));
  if (g.is_const(b, 0)) return a;
  if (!g.is_const(b) && a.id > b.id) std::swap(a, b);
  const std::uint32_t key = ResultCache::key(Kind::Add);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::Add, w, 0, {a, b});
  Linear form;
  // The larger operand last: it is opened when the other one is of similar size.
  const bool a_last = g.operands(a).size() > g.operands(b).size();
  accumulate(g, form, a_last ? b : a, 1, w);
  accumulate(g, form, a_last ? a : b, 1, w);
  return g.results.remember(key, a, b, {}, build(g, form, w));
}

Term sub(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return lxor(g, a, b);
  if (a == b) return g.constant(w, 0);
  if (g.is_const(b)) return add(g, a, g.constant(w, 0 - g.value(b)));
  const std::uint32_t key = ResultCache::key(Kind::Add, 1);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep())
    return g.intern(Kind::Add, w, 0, {a, g.intern(Kind::Mul, w, 0, {b, g.constant(w, ~0ull)})});
  Linear form;
  accumulate(g, form, a, 1, w);
  accumulate(g, form, b, ~0ull, w);
  return g.results.remember(key, a, b, {}, build(g, form, w));
}

Term mul(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return land(g, a, b);
  if (g.is_const(a)) std::swap(a, b);
  if (g.is_const(b)) return scale(g, a, g.value(b));
  if (a.id > b.id) std::swap(a, b);
  const std::uint32_t key = ResultCache::key(Kind::Mul);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  if (depth.deep()) return g.intern(Kind::Mul, w, 0, {a, b});
  // Constants of the factors multiply out: (x + 4) * y is x * y + 4 * y, without a further product of
  // unknowns.
  Linear fa = linear(g, a), fb = linear(g, b);
  Linear sum;
  const bool small = fa.parts.size() <= 8 && fb.parts.size() <= 8;
  Term out;
  if (small) {
    const u64 ca = fa.constant, cb = fb.constant;
    u64 scale_a = 1, scale_b = 1;
    fa.constant = fb.constant = 0;
    for (Linear* f : {&fa, &fb}) {
      u64& s = f == &fa ? scale_a : scale_b;
      if (f->parts.size() == 1) {
        s = f->parts[0].coefficient;
        f->parts[0].coefficient = 1;
      }
    }
    Term rest_a = build(g, fa, w), rest_b = build(g, fb, w);
    accumulate(g, sum, product(g, rest_a, rest_b), scale_a * scale_b, w);
    accumulate(g, sum, rest_a, scale_a * cb, w);
    accumulate(g, sum, rest_b, scale_b * ca, w);
    sum.constant += ca * cb;
    out = build(g, sum, w);
  } else {
    out = product(g, a, b);
  }
  return g.results.remember(key, a, b, {}, out);
}

// The sorted product of factors that carry no constants.
static Term product(NodeStore& g, Term a, Term b) {
  const int w = g.width(a);
  if (g.is_const(a)) return scale(g, b, g.value(a));
  if (g.is_const(b)) return scale(g, a, g.value(b));
  const Term in[] = {a, b};
  Terms ops;
  u64 coefficient = 1;
  for (Term t : in) {
    if (g.kind(t) == Kind::Mul && g.operands(t).size() <= kFlattenArity) {
      for (Term x : g.operands(t)) {
        if (g.is_const(x))
          coefficient *= g.value(x);
        else
          ops.push_back(x);
      }
    } else {
      ops.push_back(t);
    }
  }
  std::sort(ops.begin(), ops.end());
  // A predicate as a word times x is a choice.
  for (std::size_t i = 0; i < ops.size() && ops.size() == 2; ++i) {
    if (g.kind(ops[i]) == Kind::ZExt && g.width(g.operand(ops[i], 0)) == 1) {
      const Term chosen = ite(g, g.operand(ops[i], 0), ops[1 - i], g.constant(w, 0));
      return scale(g, chosen, coefficient);
    }
  }
  const Term plain = g.intern(Kind::Mul, w, 0, {ops.data(), ops.size()});
  return scale(g, plain, coefficient);
}

Term minmax(NodeStore& g, Kind k, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) {
    // Signed, true is -1.
    return (k == Kind::UMin || k == Kind::SMax) ? land(g, a, b) : lor(g, a, b);
  }
  const bool is_signed = k == Kind::SMin || k == Kind::SMax, is_min = k == Kind::UMin || k == Kind::SMin;
  if (a == b) return a;
  const Term less = is_signed ? slt(g, a, b) : ult(g, a, b);
  if (g.is_const(less)) return g.is_true(less) == is_min ? a : b;
  const Term more = is_signed ? slt(g, b, a) : ult(g, b, a);
  if (g.is_const(more)) return g.is_true(more) == is_min ? b : a;
  if (is_signed && g.non_negative(a) && g.non_negative(b))
    return minmax(g, is_min ? Kind::UMin : Kind::UMax, a, b);
  const Term in[] = {a, b};
  Terms flat, out;
  flatten(g, k, in, flat);
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  Term bound;
  for (Term t : flat) {
    if (!g.is_const(t)) {
      out.push_back(t);
      continue;
    }
    bound = bound.id == 0 ? t : minmax(g, k, bound, t);
  }
  if (bound.id != 0) out.push_back(bound);
  return out.size() == 1 ? out[0] : g.intern(k, w, 0, {out.data(), out.size()});
}

}  // namespace warpproof::rewrite
