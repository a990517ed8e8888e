// Equality, and order of unsigned numbers.
#include "src/term/rewrite_compare.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "src/term/linear.h"
#include "src/term/low_bits.h"
#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_ite.h"
#include "src/term/rewrite_quotients.h"
#include "src/term/rewrite_masks.h"
#include "src/term/rewrite_shift.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;
using i128 = __int128;

static Term eq_fresh(NodeStore& g, Term a, Term b);
static Term eq_linear(NodeStore& g, Term a, Term b);
static void divide_by_odd(Linear& sum, int width);
static Term eq_parts(NodeStore& g, Linear& sum, int width);
static Term eq_const(NodeStore& g, Term a, u64 k);
static Term eq_linear_const(NodeStore& g, Term a, u64 k);
static Term ult_fresh(NodeStore& g, Term a, Term b);
static Term ult_const(NodeStore& g, Term a, u64 k);
static bool ult_linear(NodeStore& g, Term a, Term b, Term& out);

Term eq(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (a == b) return g.truth(true);
  if (w == 1) return lnot(g, lxor(g, a, b));
  if (g.is_const(a)) std::swap(a, b);
  if (g.is_const(a)) return g.truth(false);  // equal constants are one term
  if (!g.is_const(b) && a.id > b.id) std::swap(a, b);
  const std::uint32_t key = ResultCache::key(Kind::Eq);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  const Facts fa = g.facts(a), fb = g.facts(b);
  if (fa.high < fb.low || fb.high < fa.low) return g.truth(false);
  if (fa.low == fa.high && fb.low == fb.high) return g.truth(fa.low == fb.low);
  Depth depth(g.results);
  const Term out = depth.deep() ? g.intern(Kind::Eq, 1, 0, {a, b}) : eq_fresh(g, a, b);
  return g.results.remember(key, a, b, {}, out);
}

static Term eq_fresh(NodeStore& g, Term a, Term b) {
  if (g.is_const(b)) return eq_const(g, a, g.value(b));
  if (g.kind(a) == Kind::ZExt && g.kind(b) == Kind::ZExt) {
    Term x = g.operand(a, 0), y = g.operand(b, 0);
    const int n = std::max(g.width(x), g.width(y));
    return eq(g, zext(g, x, n), zext(g, y, n));
  }
  if (g.kind(a) == Kind::SExt && g.kind(b) == Kind::SExt) {
    Term x = g.operand(a, 0), y = g.operand(b, 0);
    const int n = std::max(g.width(x), g.width(y));
    return eq(g, sext(g, x, n), sext(g, y, n));
  }
  if (g.kind(a) == Kind::Xor && g.kind(b) == Kind::Xor && g.operands(a).size() + g.operands(b).size() <= 8) {
    for (const Term common : Terms(g.operands(a).begin(), g.operands(a).end())) {
      const auto others = g.operands(b);
      if (std::find(others.begin(), others.end(), common) == others.end()) continue;
      return eq(g, bit_xor(g, a, common), bit_xor(g, b, common));
    }
  }
  for (int i = 0; i < 2; ++i, std::swap(a, b)) {
    if (g.kind(a) != Kind::Ite) continue;
    const Term c = g.operand(a, 0), x = g.operand(a, 1), y = g.operand(a, 2);
    if (x == b) return lor(g, c, eq(g, y, b));
    if (y == b) return lor(g, lnot(g, c), eq(g, x, b));
    if (g.kind(b) == Kind::Ite && g.operand(b, 0) == c)
      return ite(g, c, eq(g, x, g.operand(b, 1)), eq(g, y, g.operand(b, 2)));
    if (const_arms(g, a) && const_arms(g, b)) return ite(g, c, eq(g, x, b), eq(g, y, b));
  }
  Terms pa, pb;
  if (g.kind(a) != Kind::Mul && g.kind(b) != Kind::Mul && view_parts(g, a, pa) && view_parts(g, b, pb)) {
    Term same;
    if (eq_classes(g, pa, pb, same)) return same;
    // Part by part, split at the boundaries of both.
    Terms all;
    int high = g.width(a) - 1;
    std::size_t i = 0, j = 0;
    int end_a = high - g.width(pa[0]), end_b = high - g.width(pb[0]);
    while (high >= 0) {
      const int low = std::max(end_a, end_b) + 1;
      all.push_back(eq(g, extract(g, a, high, low), extract(g, b, high, low)));
      high = low - 1;
      if (high < 0) break;
      if (high == end_a) end_a -= g.width(pa[++i]);
      if (high == end_b) end_b -= g.width(pb[++j]);
    }
    return conj(g, {all.data(), all.size()});
  }
  Terms rest;
  bool a_is_part = false;
  if (nested_counts(g, a, b, rest, a_is_part)) return lnot(g, disj(g, {rest.data(), rest.size()}));
  return eq_linear(g, a, b);
}

// Moves every term to the side where its coefficient is positive; equal terms cancel.
static Term eq_linear(NodeStore& g, Term a, Term b) {
  const int w = g.width(a);
  auto plain = [&] { return a < b ? g.intern(Kind::Eq, 1, 0, {a, b}) : g.intern(Kind::Eq, 1, 0, {b, a}); };
  auto is_sum = [&](Term t) {
    return g.kind(t) == Kind::Add || g.kind(t) == Kind::Mul || g.kind(t) == Kind::Not;
  };
  if (!is_sum(a) && !is_sum(b)) return plain();
  if (g.operands(a).size() > kFlattenArity && g.operands(b).size() <= kFlattenArity / 4) return plain();
  if (g.operands(b).size() > kFlattenArity && g.operands(a).size() <= kFlattenArity / 4) return plain();
  Linear d;
  accumulate(g, d, a, 1, w);
  accumulate(g, d, b, ~0ull, w);
  normalise(d, w);
  cancel_counts(g, d, w);
  if (d.parts.empty()) return g.truth(d.constant == 0);
  // An odd common factor means nothing; a common power of two decides the low bits of the constant.
  int zeros = w;
  for (const auto& p : d.parts) zeros = std::min(zeros, low_zeros(g, p, w));
  if (zeros > 0 && (d.constant & mask_of(zeros)) != 0) return g.truth(false);
  Term low;
  if (split_low_bits(g, d, w, low)) return land(g, low, eq_parts(g, d, w));
  low = low_bits_equation(g, d);
  return low.id == 0 ? eq_parts(g, d, w) : land(g, low, eq_parts(g, d, w));
}

// Of sum = 0 an odd factor of all coefficients and of the constant: it has an inverse modulo 2^w, so the equation means the same
// without it. 3 * (y * w + x) = 3 * z is y * w + x = z.
static void divide_by_odd(Linear& d, int w) {
  const auto size = [&](u64 c) { return as_signed(c, w) < 0 ? (0 - c) & mask_of(w) : c & mask_of(w); };
  u64 common = size(d.constant);
  for (const auto& p : d.parts) common = std::gcd(common, size(p.coefficient));
  if (common == 0) return;
  common >>= std::countr_zero(common);
  if (common == 1) return;
  const auto divided = [&](u64 c) { return static_cast<u64>(as_signed(c, w) / static_cast<std::int64_t>(common)) & mask_of(w); };
  for (auto& p : d.parts) p.coefficient = divided(p.coefficient);
  d.constant = divided(d.constant);
}

// sum = 0.
static Term eq_parts(NodeStore& g, Linear& d, int w) {
  auto plain = [&](Term a, Term b) {
    return a < b ? g.intern(Kind::Eq, 1, 0, {a, b}) : g.intern(Kind::Eq, 1, 0, {b, a});
  };
  if (d.parts.size() == 1) {
    // c * x = k, c = 2^z * odd: the low w - z bits of x are known.
    const u64 c = d.parts[0].coefficient;
    const int z = trailing_zeros(c, w);
    const u64 k = (0 - d.constant) & mask_of(w);
    const u64 solution = (k >> z) * odd_inverse(c >> z);
    const Term x = d.parts[0].atom;
    if (k & mask_of(z)) return g.truth(false);
    if (z == 0) return eq(g, x, g.constant(w, solution));
    return eq(g, extract(g, x, w - z - 1, 0), g.constant(w - z, solution));
  }
  if (d.parts.size() == 2 && d.constant == 0 &&
      ((d.parts[0].coefficient + d.parts[1].coefficient) & mask_of(w)) == 0) {
    // c * x = c * y, c = 2^z * odd: the low w - z bits are equal. Addresses of elements 2^z bytes apart.
    const int z = trailing_zeros(d.parts[0].coefficient, w);
    const Term x = d.parts[0].atom, y = d.parts[1].atom;
    if (z > 0) return eq(g, extract(g, x, w - z - 1, 0), extract(g, y, w - z - 1, 0));
  }
  divide_by_odd(d, w);
  if (as_signed(d.parts[0].coefficient, w) < 0) {
    for (auto& p : d.parts) p.coefficient = (0 - p.coefficient) & mask_of(w);
    d.constant = (0 - d.constant) & mask_of(w);
  }
  Linear left, right;
  for (const auto& p : d.parts) {
    if (as_signed(p.coefficient, w) >= 0)
      left.parts.push_back(p);
    else
      right.parts.push_back({p.atom, (0 - p.coefficient) & mask_of(w)});
  }
  right.constant = 0 - d.constant;
  if (right.parts.empty() && d.constant == 0 && sum_fits(g, left, w)) {
    Terms zero;
    for (const auto& p : left.parts) zero.push_back(eq(g, p.atom, g.constant(w, 0)));
    return conj(g, {zero.data(), zero.size()});
  }
  const Term a = build(g, left, w), b = build(g, right, w);
  if (a == b) return g.truth(true);
  if (g.is_const(b)) return g.intern(Kind::Eq, 1, 0, {a, b});
  if (left.parts.size() == 1 && right.parts.size() == 1) {  // what they shared hid their counts
    Terms rest;
    bool a_is_part = false;
    if (nested_counts(g, a, b, rest, a_is_part)) return lnot(g, disj(g, {rest.data(), rest.size()}));
  }
  return plain(a, b);
}

static Term eq_const(NodeStore& g, Term a, u64 k) {
  const int w = g.width(a);
  const Facts f = g.facts(a);
  if (k < f.low || k > f.high || (k & f.zero) != 0) return g.truth(false);
  auto ops = g.operands(a);
  switch (g.kind(a)) {
    case Kind::ZExt:
      return eq(g, ops[0], g.constant(g.width(ops[0]), k));
    case Kind::SExt: {
      const int inner = g.width(ops[0]);
      if ((static_cast<u64>(as_signed(k & mask_of(inner), inner)) & mask_of(w)) != k) return g.truth(false);
      return eq(g, ops[0], g.constant(inner, k));
    }
    case Kind::Concat: {
      Terms all;
      int top = w;
      for (Term p : ops) {
        top -= g.width(p);
        all.push_back(eq(g, p, g.constant(g.width(p), k >> top)));
      }
      return conj(g, {all.data(), all.size()});
    }
    case Kind::Ite: {
      if (!g.is_const(ops[1]) && !g.is_const(ops[2])) break;
      const Term value_term = g.constant(w, k);
      return ite(g, ops[0], eq(g, ops[1], value_term), eq(g, ops[2], value_term));
    }
    case Kind::Not:
      return eq(g, ops[0], g.constant(w, ~k));
    case Kind::Xor:
      if (g.is_const(ops.back())) {
        const Term rest = bit_xor(g, a, ops.back());
        return eq(g, rest, g.constant(w, k ^ g.value(ops.back())));
      }
      if (k == 0 && ops.size() == 2) return eq(g, ops[0], ops[1]);
      break;
    case Kind::Or:
      if (k == 0) {
        Terms all;
        for (Term x : ops) all.push_back(eq(g, x, g.constant(w, 0)));
        return conj(g, {all.data(), all.size()});
      }
      break;
    case Kind::And:
      if (k == mask_of(w)) {
        Terms all;
        for (Term x : ops) all.push_back(eq(g, x, g.constant(w, k)));
        return conj(g, {all.data(), all.size()});
      }
      if (const Term x = k == 0 ? lowest_set_of(g, a) : Term{}; x.id != 0) return eq(g, x, g.constant(w, 0));
      // mask & (1 << j) is a bit test.
      if (k == 0 && ops.size() == 2) {
        for (int i = 0; i < 2; ++i) {
          if (g.kind(ops[i]) == Kind::Shl && g.is_const(g.operand(ops[i], 0), 1)) {
            return lnot(g, select_bit(g, ops[1 - i], g.operand(ops[i], 1)));
          }
        }
      }
      break;
    case Kind::Add:
    case Kind::Mul:
      return eq_linear_const(g, a, k);
    case Kind::Extract:
      // The top bits of x are 0: x is small.
      if (k == 0 && static_cast<int>(g.node(a).aux) + w == g.width(ops[0]) && g.node(a).aux > 0 && w > 1) {
        return ult(g, ops[0], g.constant(g.width(ops[0]), 1ull << g.node(a).aux));
      }
      // All that is not 0 of x.
      if (g.node(a).aux == 0 && g.facts(ops[0]).high <= mask_of(w))
        return eq(g, ops[0], g.constant(g.width(ops[0]), k));
      break;
    case Kind::Popc:
      if (k == 0) return eq(g, ops[0], g.constant(w, 0));
      if (k == static_cast<u64>(w)) return eq(g, ops[0], g.constant(w, mask_of(w)));
      if (k > static_cast<u64>(w)) return g.truth(false);
      break;
    case Kind::Clz:
      if (k == static_cast<u64>(w)) return eq(g, ops[0], g.constant(w, 0));
      return eq_first_set(g, a, k);
    case Kind::Brev:
      return eq(g, ops[0], brev(g, g.constant(w, k)));
    default:
      break;
  }
  return g.intern(Kind::Eq, 1, 0, {a, g.constant(w, k)});
}

static Term eq_linear_const(NodeStore& g, Term a, u64 k) {
  const int w = g.width(a);
  if (g.operands(a).size() > kFlattenArity) return g.intern(Kind::Eq, 1, 0, {a, g.constant(w, k)});
  return eq_linear(g, a, g.constant(w, k));
}

Term ult(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  if (g.width(a) == 1) return land(g, lnot(g, a), b);
  if (a == b) return g.truth(false);
  const Facts fa = g.facts(a), fb = g.facts(b);
  if (fa.high < fb.low) return g.truth(true);
  if (fa.low >= fb.high) return g.truth(false);
  const std::uint32_t key = ResultCache::key(Kind::Ult);
  if (Term known = g.results.find(key, a, b); known.id != 0) return known;
  Depth depth(g.results);
  Term out;
  if (g.is_const(a)) {
    out = lnot(g, ult(g, b, g.constant(g.width(a), g.value(a) + 1)));  // a is not the largest value here
  } else if (depth.deep()) {
    out = g.intern(Kind::Ult, 1, 0, {a, b});
  } else {
    out = g.is_const(b) ? ult_const(g, a, g.value(b)) : ult_fresh(g, a, b);
  }
  return g.results.remember(key, a, b, {}, out);
}

// x + c against y, where x and y are multiples of 2^k and 0 < c < 2^k: no multiple lies between x and x + c,
// so that x + c < y is x < y, and y < x + c is y <= x.
bool less_aligned(NodeStore& g, Term a, Term b, bool is_signed, Term& out) {
  const int w = g.width(a);
  const auto zeros = [&](Term t) { return trailing_zeros(~g.facts(t).zero & mask_of(w), w); };
  const auto without_low_part = [&](Term sum, Term other) -> Term {
    if (g.kind(sum) != Kind::Add || !g.is_const(g.operands(sum).back())) return {};
    const auto ops = g.operands(sum);
    int k = zeros(other);
    for (std::size_t i = 0; i + 1 < ops.size(); ++i) k = std::min(k, zeros(ops[i]));
    const u64 low = g.value(ops.back()) & mask_of(k);
    return k == 0 || low == 0 ? Term{} : sub(g, sum, g.constant(w, low));
  };
  if (const Term x = without_low_part(a, b); x != Term{}) {
    out = is_signed ? slt(g, x, b) : ult(g, x, b);
    return true;
  }
  if (const Term x = without_low_part(b, a); x != Term{}) {
    out = lnot(g, is_signed ? slt(g, x, a) : ult(g, x, a));
    return true;
  }
  return false;
}

// Neither constant; the ranges do not decide.
static Term ult_fresh(NodeStore& g, Term a, Term b) {
  const bool za = g.kind(a) == Kind::ZExt, zb = g.kind(b) == Kind::ZExt;
  if (za && zb) {
    const Term x = g.operand(a, 0), y = g.operand(b, 0);
    const int n = std::max(g.width(x), g.width(y));
    return ult(g, zext(g, x, n), zext(g, y, n));
  }
  // One factor, and no product wraps around.
  if (g.kind(a) == Kind::Mul && g.kind(b) == Kind::Mul && g.operands(a).size() == 2 &&
      g.operands(b).size() == 2 && g.is_const(g.operand(a, 1)) && g.operand(a, 1) == g.operand(b, 1)) {
    const Term x = g.operand(a, 0), y = g.operand(b, 0);
    const unsigned __int128 factor = g.value(g.operand(a, 1));
    if (factor * std::max(g.facts(x).high, g.facts(y).high) <= mask_of(g.width(a))) return ult(g, x, y);
  }
  // 0 or the largest number.
  if (g.kind(a) == Kind::SExt && g.width(g.operand(a, 0)) == 1)
    return land(g, lnot(g, g.operand(a, 0)), lnot(g, eq(g, b, g.constant(g.width(b), 0))));
  Terms rest;
  bool a_is_part = false;
  if (nested_counts(g, a, b, rest, a_is_part))
    return a_is_part ? disj(g, {rest.data(), rest.size()}) : g.truth(false);
  // One less than a count of some of the bits: less than the count of all, unless there are none.
  if (g.kind(a) == Kind::Add && g.operands(a).size() == 2 &&
      g.is_const(g.operand(a, 1), mask_of(g.width(a))) &&
      nested_counts(g, g.operand(a, 0), b, rest, a_is_part) && (a_is_part || rest.empty())) {
    Terms bits;
    counted_bits(g, g.operand(a, 0), bits);
    return disj(g, {bits.data(), bits.size()});
  }
  if (g.kind(a) == Kind::URem && g.operand(a, 1) == b) return lnot(g, eq(g, b, g.constant(g.width(b), 0)));
  for (int side = 0; side < 2; ++side) {
    const Term t = side ? b : a, o = side ? a : b;
    if (g.kind(t) != Kind::Ite) continue;
    const Term c = g.operand(t, 0), x = g.operand(t, 1), y = g.operand(t, 2);
    if (g.kind(o) == Kind::Ite && g.operand(o, 0) == c) {
      return side ? ite(g, c, ult(g, g.operand(o, 1), x), ult(g, g.operand(o, 2), y))
                  : ite(g, c, ult(g, x, g.operand(o, 1)), ult(g, y, g.operand(o, 2)));
    }
    if (x == o) return side ? land(g, lnot(g, c), ult(g, o, y)) : land(g, lnot(g, c), ult(g, y, o));
    if (y == o) return side ? land(g, c, ult(g, o, x)) : land(g, c, ult(g, x, o));
  }
  Term out;
  if (less_aligned(g, a, b, false, out) || ult_linear(g, a, b, out)) return out;
  return g.intern(Kind::Ult, 1, 0, {a, b});
}

static Term ult_const(NodeStore& g, Term a, u64 k) {
  const int w = g.width(a);
  const Facts f = g.facts(a);
  if (const auto of_dividend = quotient_below(g, a, k)) return *of_dividend;
  if (k == f.low + 1) return eq(g, a, g.constant(w, f.low));
  if (k == f.high) return lnot(g, eq(g, a, g.constant(w, k)));
  auto ops = g.operands(a);
  switch (g.kind(a)) {
    case Kind::ZExt:
      return ult(g, ops[0], g.constant(g.width(ops[0]), k));  // k fits: a's range does not decide
    case Kind::Ite:
      if (g.is_const(ops[1]) || g.is_const(ops[2])) {
        const Term bound = g.constant(w, k);
        return ite(g, ops[0], ult(g, ops[1], bound), ult(g, ops[2], bound));
      }
      break;
    case Kind::Not:
      return ult(g, g.constant(w, ~k), ops[0]);
    case Kind::UMin:
    case Kind::UMax: {
      Terms all;
      for (Term x : ops) all.push_back(ult(g, x, g.constant(w, k)));
      return g.kind(a) == Kind::UMin ? disj(g, {all.data(), all.size()}) : conj(g, {all.data(), all.size()});
    }
    default:
      break;
  }
  Term out;
  if (ult_linear(g, a, g.constant(w, k), out)) return out;
  return g.intern(Kind::Ult, 1, 0, {a, g.constant(w, k)});
}

// Where neither side wraps, a < b is a question about the integer a - b, in which equal terms cancel.
static bool ult_linear(NodeStore& g, Term a, Term b, Term& out) {
  const int w = g.width(a);
  auto is_sum = [&](Term t) { return g.kind(t) == Kind::Add || g.kind(t) == Kind::Mul; };
  if (!is_sum(a) && !is_sum(b)) return false;
  if (g.operands(a).size() > 8 || g.operands(b).size() > 8) return false;
  Linear fa = linear(g, a), fb = linear(g, b);
  struct Signed {
    Term atom;
    i128 coefficient;
  };
  SmallVector<Signed, 8> d;
  i128 constant_part = 0;
  for (int side = 0; side < 2; ++side) {
    const Linear& f = side ? fb : fa;
    Interval range;
    if (!linear_interval(g, f, w, false, range)) return false;
    // The interval is reduced modulo 2^w; recover by how much.
    i128 low = as_signed(f.constant, w);
    for (const auto& p : f.parts) {
      const i128 c = as_signed(p.coefficient, w);
      low += c * (c >= 0 ? g.facts(p.atom).low : g.facts(p.atom).high);
      d.push_back({p.atom, side ? -c : c});
    }
    const i128 exact = as_signed(f.constant, w) + (range.low - low);
    constant_part += side ? -exact : exact;
  }
  std::sort(d.begin(), d.end(), [](const Signed& x, const Signed& y) { return x.atom < y.atom; });
  std::size_t kept = 0, before = d.size();
  for (std::size_t i = 0; i < d.size();) {
    Signed s = d[i];
    for (++i; i < d.size() && d[i].atom == s.atom; ++i) s.coefficient += d[i].coefficient;
    if (s.coefficient != 0) d[kept++] = s;
  }
  d.truncate(kept);
  i128 low = constant_part, high = constant_part;
  for (const Signed& s : d) {
    const Facts f = g.facts(s.atom);
    low += s.coefficient * static_cast<i128>(s.coefficient > 0 ? f.low : f.high);
    high += s.coefficient * static_cast<i128>(s.coefficient > 0 ? f.high : f.low);
  }
  if (high < 0 || low >= 0) {
    out = g.truth(high < 0);
    return true;
  }
  if (d.size() == 1) {
    // c * x + k < 0. The range above shows that the bound lies inside the range of x.
    const i128 c = d[0].coefficient, k = constant_part;
    if (c > 0) {
      out = ult(g, d[0].atom, g.constant(w, static_cast<u64>((-k + c - 1) / c)));
    } else {
      out = lnot(g, ult(g, d[0].atom, g.constant(w, static_cast<u64>(k / -c + 1))));
    }
    return true;
  }
  if (kept == before) return false;
  // Something cancelled: put positive terms left, negative ones right, if both sides still fit.
  Linear left, right;
  i128 left_high = 0, right_high = 0;
  for (const Signed& s : d) {
    const i128 h =
        (s.coefficient > 0 ? s.coefficient : -s.coefficient) * static_cast<i128>(g.facts(s.atom).high);
    (s.coefficient > 0 ? left_high : right_high) += h;
    (s.coefficient > 0 ? left : right)
        .parts.push_back({s.atom, static_cast<u64>(s.coefficient > 0 ? s.coefficient : -s.coefficient)});
  }
  (constant_part > 0 ? left_high : right_high) += constant_part > 0 ? constant_part : -constant_part;
  if (left_high > static_cast<i128>(mask_of(w)) || right_high > static_cast<i128>(mask_of(w))) return false;
  (constant_part > 0 ? left : right).constant =
      static_cast<u64>(constant_part > 0 ? constant_part : -constant_part);
  const Term l = build(g, left, w), r = build(g, right, w);
  if (g.is_const(l) || g.is_const(r)) {
    out = ult(g, l, r);
  } else {
    out = g.intern(Kind::Ult, 1, 0, {l, r});
  }
  return true;
}

}  // namespace warpproof::rewrite
