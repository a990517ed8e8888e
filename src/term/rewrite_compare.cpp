// Equality and order. Stored forms: Eq with the smaller operand first or the constant second; Ult and Slt;
// every comparison of x with a constant as Eq(x, k), Ult(x, k) or Slt(x, k) or the negation of one.
#include <algorithm>

#include "src/term/low_bits.h"
#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;
using i128 = __int128;

Term Impl::eq(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (a == b) return truth(true);
  if (w == 1) return lnot(lxor(a, b));
  if (is_const(a)) std::swap(a, b);
  if (is_const(a)) return truth(false);  // equal constants are one term
  if (!is_const(b) && a.id > b.id) std::swap(a, b);
  const u32 key = cache_key(Kind::Eq);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  const Facts fa = facts(a), fb = facts(b);
  if (fa.high < fb.low || fb.high < fa.low) return truth(false);
  if (fa.low == fa.high && fb.low == fb.high) return truth(fa.low == fb.low);
  Depth depth(*this);
  const Term out = depth.deep() ? intern(Kind::Eq, 1, 0, {a, b}) : eq_fresh(a, b);
  return remember(key, a, b, {}, out);
}

Term Impl::eq_fresh(Term a, Term b) {
  if (is_const(b)) return eq_const(a, value(b));
  if (kind(a) == Kind::ZExt && kind(b) == Kind::ZExt) {
    Term x = operand(a, 0), y = operand(b, 0);
    const int n = std::max(width(x), width(y));
    return eq(zext(x, n), zext(y, n));
  }
  if (kind(a) == Kind::SExt && kind(b) == Kind::SExt) {
    Term x = operand(a, 0), y = operand(b, 0);
    const int n = std::max(width(x), width(y));
    return eq(sext(x, n), sext(y, n));
  }
  if (kind(a) == Kind::Xor && kind(b) == Kind::Xor && operands(a).size() + operands(b).size() <= 8) {
    for (const Term common : Terms(operands(a).begin(), operands(a).end())) {
      const auto others = operands(b);
      if (std::find(others.begin(), others.end(), common) == others.end()) continue;
      return eq(bit_xor(a, common), bit_xor(b, common));
    }
  }
  for (int i = 0; i < 2; ++i, std::swap(a, b)) {
    if (kind(a) != Kind::Ite) continue;
    const Term c = operand(a, 0), x = operand(a, 1), y = operand(a, 2);
    if (x == b) return lor(c, eq(y, b));
    if (y == b) return lor(lnot(c), eq(x, b));
    if (kind(b) == Kind::Ite && operand(b, 0) == c) return ite(c, eq(x, operand(b, 1)), eq(y, operand(b, 2)));
    if (const_arms(a) && const_arms(b)) return ite(c, eq(x, b), eq(y, b));
  }
  Terms pa, pb;
  if (kind(a) != Kind::Mul && kind(b) != Kind::Mul && view_parts(a, pa) && view_parts(b, pb)) {
    Term same;
    if (eq_classes(pa, pb, same)) return same;
    // Part by part, split at the boundaries of both.
    Terms all;
    int high = width(a) - 1;
    std::size_t i = 0, j = 0;
    int end_a = high - width(pa[0]), end_b = high - width(pb[0]);
    while (high >= 0) {
      const int low = std::max(end_a, end_b) + 1;
      all.push_back(eq(extract(a, high, low), extract(b, high, low)));
      high = low - 1;
      if (high < 0) break;
      if (high == end_a) end_a -= width(pa[++i]);
      if (high == end_b) end_b -= width(pb[++j]);
    }
    return conj({all.data(), all.size()});
  }
  Terms rest;
  bool a_is_part = false;
  if (nested_counts(a, b, rest, a_is_part)) return lnot(disj({rest.data(), rest.size()}));
  return eq_linear(a, b);
}

// Moves every term to the side where its coefficient is positive; equal terms cancel.
Term Impl::eq_linear(Term a, Term b) {
  const int w = width(a);
  auto plain = [&] { return a < b ? intern(Kind::Eq, 1, 0, {a, b}) : intern(Kind::Eq, 1, 0, {b, a}); };
  auto is_sum = [&](Term t) { return kind(t) == Kind::Add || kind(t) == Kind::Mul || kind(t) == Kind::Not; };
  if (!is_sum(a) && !is_sum(b)) return plain();
  if (operands(a).size() > kFlattenArity && operands(b).size() <= kFlattenArity / 4) return plain();
  if (operands(b).size() > kFlattenArity && operands(a).size() <= kFlattenArity / 4) return plain();
  Linear d;
  accumulate(d, a, 1, w);
  accumulate(d, b, ~0ull, w);
  normalise(d, w);
  cancel_counts(d, w);
  if (d.parts.empty()) return truth(d.constant == 0);
  // An odd common factor means nothing; a common power of two decides the low bits of the constant.
  int zeros = w;
  for (const auto& p : d.parts) zeros = std::min(zeros, low_zeros(*this, p, w));
  if (zeros > 0 && (d.constant & mask_of(zeros)) != 0) return truth(false);
  Term low;
  if (split_low_bits(*this, d, w, low)) return land(low, eq_parts(d, w));
  low = low_bits_equation(*this, d);
  return low.id == 0 ? eq_parts(d, w) : land(low, eq_parts(d, w));
}

// sum = 0.
Term Impl::eq_parts(Linear& d, int w) {
  auto plain = [&](Term a, Term b) { return a < b ? intern(Kind::Eq, 1, 0, {a, b}) : intern(Kind::Eq, 1, 0, {b, a}); };
  if (d.parts.size() == 1) {
    // c * x = k, c = 2^z * odd: the low w - z bits of x are known.
    const u64 c = d.parts[0].coefficient;
    const int z = trailing_zeros(c, w);
    const u64 k = (0 - d.constant) & mask_of(w);
    const u64 solution = (k >> z) * odd_inverse(c >> z);
    const Term x = d.parts[0].atom;
    if (k & mask_of(z)) return truth(false);
    if (z == 0) return eq(x, constant(w, solution));
    return eq(extract(x, w - z - 1, 0), constant(w - z, solution));
  }
  if (d.parts.size() == 2 && d.constant == 0 &&
      ((d.parts[0].coefficient + d.parts[1].coefficient) & mask_of(w)) == 0) {
    // c * x = c * y, c = 2^z * odd: the low w - z bits are equal. Addresses of elements 2^z bytes apart.
    const int z = trailing_zeros(d.parts[0].coefficient, w);
    const Term x = d.parts[0].atom, y = d.parts[1].atom;
    if (z > 0) return eq(extract(x, w - z - 1, 0), extract(y, w - z - 1, 0));
  }
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
  if (right.parts.empty() && d.constant == 0 && sum_fits(left, w)) {
    Terms zero;
    for (const auto& p : left.parts) zero.push_back(eq(p.atom, constant(w, 0)));
    return conj({zero.data(), zero.size()});
  }
  const Term a = build(left, w), b = build(right, w);
  if (a == b) return truth(true);
  if (is_const(b)) return intern(Kind::Eq, 1, 0, {a, b});
  if (left.parts.size() == 1 && right.parts.size() == 1) {  // what they shared hid their counts
    Terms rest;
    bool a_is_part = false;
    if (nested_counts(a, b, rest, a_is_part)) return lnot(disj({rest.data(), rest.size()}));
  }
  return plain(a, b);
}

Term Impl::eq_const(Term a, u64 k) {
  const int w = width(a);
  const Facts f = facts(a);
  if (k < f.low || k > f.high || (k & f.zero) != 0) return truth(false);
  auto ops = operands(a);
  switch (kind(a)) {
    case Kind::ZExt:
      return eq(ops[0], constant(width(ops[0]), k));
    case Kind::SExt: {
      const int inner = width(ops[0]);
      if ((static_cast<u64>(as_signed(k & mask_of(inner), inner)) & mask_of(w)) != k) return truth(false);
      return eq(ops[0], constant(inner, k));
    }
    case Kind::Concat: {
      Terms all;
      int top = w;
      for (Term p : ops) {
        top -= width(p);
        all.push_back(eq(p, constant(width(p), k >> top)));
      }
      return conj({all.data(), all.size()});
    }
    case Kind::Ite: {
      if (!is_const(ops[1]) && !is_const(ops[2])) break;
      const Term value_term = constant(w, k);
      return ite(ops[0], eq(ops[1], value_term), eq(ops[2], value_term));
    }
    case Kind::Not:
      return eq(ops[0], constant(w, ~k));
    case Kind::Xor:
      if (is_const(ops.back())) {
        const Term rest = bit_xor(a, ops.back());
        return eq(rest, constant(w, k ^ value(ops.back())));
      }
      if (k == 0 && ops.size() == 2) return eq(ops[0], ops[1]);
      break;
    case Kind::Or:
      if (k == 0) {
        Terms all;
        for (Term x : ops) all.push_back(eq(x, constant(w, 0)));
        return conj({all.data(), all.size()});
      }
      break;
    case Kind::And:
      if (k == mask_of(w)) {
        Terms all;
        for (Term x : ops) all.push_back(eq(x, constant(w, k)));
        return conj({all.data(), all.size()});
      }
      if (const Term x = k == 0 ? lowest_set_of(a) : Term{}; x.id != 0) return eq(x, constant(w, 0));
      // mask & (1 << j) is a bit test.
      if (k == 0 && ops.size() == 2) {
        for (int i = 0; i < 2; ++i) {
          if (kind(ops[i]) == Kind::Shl && is_const(operand(ops[i], 0), 1)) {
            return lnot(select_bit(ops[1 - i], operand(ops[i], 1)));
          }
        }
      }
      break;
    case Kind::Add:
    case Kind::Mul:
      return eq_linear_const(a, k);
    case Kind::Extract:
      // The top bits of x are 0: x is small.
      if (k == 0 && static_cast<int>(node(a).aux) + w == width(ops[0]) && node(a).aux > 0 && w > 1) {
        return ult(ops[0], constant(width(ops[0]), 1ull << node(a).aux));
      }
      // All that is not 0 of x.
      if (node(a).aux == 0 && facts(ops[0]).high <= mask_of(w)) return eq(ops[0], constant(width(ops[0]), k));
      break;
    case Kind::Popc:
      if (k == 0) return eq(ops[0], constant(w, 0));
      if (k == static_cast<u64>(w)) return eq(ops[0], constant(w, mask_of(w)));
      if (k > static_cast<u64>(w)) return truth(false);
      break;
    case Kind::Clz:
      if (k == static_cast<u64>(w)) return eq(ops[0], constant(w, 0));
      return eq_first_set(a, k);
    case Kind::Brev:
      return eq(ops[0], brev(constant(w, k)));
    default:
      break;
  }
  return intern(Kind::Eq, 1, 0, {a, constant(w, k)});
}

Term Impl::eq_linear_const(Term a, u64 k) {
  const int w = width(a);
  if (operands(a).size() > kFlattenArity) return intern(Kind::Eq, 1, 0, {a, constant(w, k)});
  return eq_linear(a, constant(w, k));
}

Term Impl::ult(Term a, Term b) {
  same_width(a, b);
  if (width(a) == 1) return land(lnot(a), b);
  if (a == b) return truth(false);
  const Facts fa = facts(a), fb = facts(b);
  if (fa.high < fb.low) return truth(true);
  if (fa.low >= fb.high) return truth(false);
  const u32 key = cache_key(Kind::Ult);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  Term out;
  if (is_const(a)) {
    out = lnot(ult(b, constant(width(a), value(a) + 1)));  // a is not the largest value here
  } else if (depth.deep()) {
    out = intern(Kind::Ult, 1, 0, {a, b});
  } else {
    out = is_const(b) ? ult_const(a, value(b)) : ult_fresh(a, b);
  }
  return remember(key, a, b, {}, out);
}

// x + c against y, where x and y are multiples of 2^k and 0 < c < 2^k: no multiple lies between x and x + c,
// so that x + c < y is x < y, and y < x + c is y <= x.
bool Impl::less_aligned(Term a, Term b, bool is_signed, Term& out) {
  const int w = width(a);
  const auto zeros = [&](Term t) { return trailing_zeros(~facts(t).zero & mask_of(w), w); };
  const auto without_low_part = [&](Term sum, Term other) -> Term {
    if (kind(sum) != Kind::Add || !is_const(operands(sum).back())) return {};
    const auto ops = operands(sum);
    int k = zeros(other);
    for (std::size_t i = 0; i + 1 < ops.size(); ++i) k = std::min(k, zeros(ops[i]));
    const u64 low = value(ops.back()) & mask_of(k);
    return k == 0 || low == 0 ? Term{} : sub(sum, constant(w, low));
  };
  if (const Term x = without_low_part(a, b); x != Term{}) {
    out = is_signed ? slt(x, b) : ult(x, b);
    return true;
  }
  if (const Term x = without_low_part(b, a); x != Term{}) {
    out = lnot(is_signed ? slt(x, a) : ult(x, a));
    return true;
  }
  return false;
}

// Neither constant; the ranges do not decide.
Term Impl::ult_fresh(Term a, Term b) {
  const bool za = kind(a) == Kind::ZExt, zb = kind(b) == Kind::ZExt;
  if (za && zb) {
    const Term x = operand(a, 0), y = operand(b, 0);
    const int n = std::max(width(x), width(y));
    return ult(zext(x, n), zext(y, n));
  }
  // One factor, and no product wraps around.
  if (kind(a) == Kind::Mul && kind(b) == Kind::Mul && operands(a).size() == 2 && operands(b).size() == 2 &&
      is_const(operand(a, 1)) && operand(a, 1) == operand(b, 1)) {
    const Term x = operand(a, 0), y = operand(b, 0);
    const unsigned __int128 factor = value(operand(a, 1));
    if (factor * std::max(facts(x).high, facts(y).high) <= mask_of(width(a))) return ult(x, y);
  }
  // 0 or the largest number.
  if (kind(a) == Kind::SExt && width(operand(a, 0)) == 1)
    return land(lnot(operand(a, 0)), lnot(eq(b, constant(width(b), 0))));
  Terms rest;
  bool a_is_part = false;
  if (nested_counts(a, b, rest, a_is_part))
    return a_is_part ? disj({rest.data(), rest.size()}) : truth(false);
  // One less than a count of some of the bits: less than the count of all, unless there are none.
  if (kind(a) == Kind::Add && operands(a).size() == 2 && is_const(operand(a, 1), mask_of(width(a))) &&
      nested_counts(operand(a, 0), b, rest, a_is_part) && (a_is_part || rest.empty())) {
    Terms bits;
    counted_bits(operand(a, 0), bits);
    return disj({bits.data(), bits.size()});
  }
  if (kind(a) == Kind::URem && operand(a, 1) == b) return lnot(eq(b, constant(width(b), 0)));
  for (int side = 0; side < 2; ++side) {
    const Term t = side ? b : a, o = side ? a : b;
    if (kind(t) != Kind::Ite) continue;
    const Term c = operand(t, 0), x = operand(t, 1), y = operand(t, 2);
    if (kind(o) == Kind::Ite && operand(o, 0) == c) {
      return side ? ite(c, ult(operand(o, 1), x), ult(operand(o, 2), y))
                  : ite(c, ult(x, operand(o, 1)), ult(y, operand(o, 2)));
    }
    if (x == o) return side ? land(lnot(c), ult(o, y)) : land(lnot(c), ult(y, o));
    if (y == o) return side ? land(c, ult(o, x)) : land(c, ult(x, o));
  }
  Term out;
  if (less_aligned(a, b, false, out) || ult_linear(a, b, out)) return out;
  return intern(Kind::Ult, 1, 0, {a, b});
}

Term Impl::ult_const(Term a, u64 k) {
  const int w = width(a);
  const Facts f = facts(a);
  if (k == f.low + 1) return eq(a, constant(w, f.low));
  if (k == f.high) return lnot(eq(a, constant(w, k)));
  auto ops = operands(a);
  switch (kind(a)) {
    case Kind::ZExt:
      return ult(ops[0], constant(width(ops[0]), k));  // k fits: a's range does not decide
    case Kind::Ite:
      if (is_const(ops[1]) || is_const(ops[2])) {
        const Term bound = constant(w, k);
        return ite(ops[0], ult(ops[1], bound), ult(ops[2], bound));
      }
      break;
    case Kind::Not:
      return ult(constant(w, ~k), ops[0]);
    case Kind::UMin:
    case Kind::UMax: {
      Terms all;
      for (Term x : ops) all.push_back(ult(x, constant(w, k)));
      return kind(a) == Kind::UMin ? disj({all.data(), all.size()}) : conj({all.data(), all.size()});
    }
    default:
      break;
  }
  Term out;
  if (ult_linear(a, constant(w, k), out)) return out;
  return intern(Kind::Ult, 1, 0, {a, constant(w, k)});
}

// Where neither side wraps, a < b is a question about the integer a - b, in which equal terms cancel.
bool Impl::ult_linear(Term a, Term b, Term& out) {
  const int w = width(a);
  auto is_sum = [&](Term t) { return kind(t) == Kind::Add || kind(t) == Kind::Mul; };
  if (!is_sum(a) && !is_sum(b)) return false;
  if (operands(a).size() > 8 || operands(b).size() > 8) return false;
  Linear fa = linear(a), fb = linear(b);
  struct Signed {
    Term atom;
    i128 coefficient;
  };
  SmallVector<Signed, 8> d;
  i128 constant_part = 0;
  for (int side = 0; side < 2; ++side) {
    const Linear& f = side ? fb : fa;
    Interval range;
    if (!linear_interval(f, w, false, range)) return false;
    // The interval is reduced modulo 2^w; recover by how much.
    i128 low = as_signed(f.constant, w);
    for (const auto& p : f.parts) {
      const i128 c = as_signed(p.coefficient, w);
      low += c * (c >= 0 ? facts(p.atom).low : facts(p.atom).high);
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
    const Facts f = facts(s.atom);
    low += s.coefficient * static_cast<i128>(s.coefficient > 0 ? f.low : f.high);
    high += s.coefficient * static_cast<i128>(s.coefficient > 0 ? f.high : f.low);
  }
  if (high < 0 || low >= 0) {
    out = truth(high < 0);
    return true;
  }
  if (d.size() == 1) {
    // c * x + k < 0. The range above shows that the bound lies inside the range of x.
    const i128 c = d[0].coefficient, k = constant_part;
    if (c > 0) {
      out = ult(d[0].atom, constant(w, static_cast<u64>((-k + c - 1) / c)));
    } else {
      out = lnot(ult(d[0].atom, constant(w, static_cast<u64>(k / -c + 1))));
    }
    return true;
  }
  if (kept == before) return false;
  // Something cancelled: put positive terms left, negative ones right, if both sides still fit.
  Linear left, right;
  i128 left_high = 0, right_high = 0;
  for (const Signed& s : d) {
    const i128 h =
        (s.coefficient > 0 ? s.coefficient : -s.coefficient) * static_cast<i128>(facts(s.atom).high);
    (s.coefficient > 0 ? left_high : right_high) += h;
    (s.coefficient > 0 ? left : right)
        .parts.push_back({s.atom, static_cast<u64>(s.coefficient > 0 ? s.coefficient : -s.coefficient)});
  }
  (constant_part > 0 ? left_high : right_high) += constant_part > 0 ? constant_part : -constant_part;
  if (left_high > static_cast<i128>(mask_of(w)) || right_high > static_cast<i128>(mask_of(w))) return false;
  (constant_part > 0 ? left : right).constant =
      static_cast<u64>(constant_part > 0 ? constant_part : -constant_part);
  const Term l = build(left, w), r = build(right, w);
  if (is_const(l) || is_const(r)) {
    out = ult(l, r);
  } else {
    out = intern(Kind::Ult, 1, 0, {l, r});
  }
  return true;
}

}  // namespace warpproof
