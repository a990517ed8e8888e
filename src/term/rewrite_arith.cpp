// Sums and products. A sum is kept as coefficients over sorted atoms with the constant last, so that
// addresses show their offset and differences cancel.
#include <algorithm>

#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;

// out += coefficient * t.
void Impl::accumulate(Linear& out, Term t, u64 coefficient, int w) {
  coefficient &= mask_of(w);
  if (coefficient == 0) return;
  auto ops = operands(t);
  switch (kind(t)) {
    case Kind::Const:
      out.constant += coefficient * value(t);
      return;
    case Kind::Add:
      if (ops.size() > kFlattenArity && ops.size() > 4 * (out.parts.size() + 1)) break;
      for (Term x : ops) {
        if (is_const(x)) {
          out.constant += coefficient * value(x);
        } else {
          accumulate_atom(out, x, coefficient, w);
        }
      }
      return;
    case Kind::Not:
      if (w == 1) break;
      out.constant -= coefficient;  // -1 - x
      accumulate_atom(out, ops[0], 0 - coefficient, w);
      return;
    default:
      break;
  }
  accumulate_atom(out, t, coefficient, w);
}

void Impl::accumulate_atom(Linear& out, Term t, u64 coefficient, int w) {
  coefficient &= mask_of(w);
  if (coefficient == 0) return;
  if (kind(t) == Kind::Mul && is_const(operands(t).back())) {
    auto ops = operands(t);
    coefficient = (coefficient * value(ops.back())) & mask_of(w);
    t = ops.size() == 2 ? ops[0] : intern(Kind::Mul, w, 0, ops.first(ops.size() - 1));
    if (coefficient == 0) return;
  }
  if (const Facts f = facts(t); f.low == f.high) {
    out.constant += coefficient * f.low;
    return;
  }
  if (kind(t) == Kind::SExt && width(operand(t, 0)) == 1) {
    const Term p = operand(t, 0);
    if (kind(p) != Kind::Not) return accumulate_atom(out, zext(p, w), 0 - coefficient, w);
    out.constant -= coefficient;  // p - 1
    return accumulate_atom(out, zext(operand(p, 0), w), coefficient, w);
  }
  const int zeros = trailing_zeros(coefficient, w);
  if (zeros > 0 && kind(t) == Kind::ZExt && kind(operand(t, 0)) == Kind::Extract) {
    // Bits that the coefficient shifts out need not be cut off first.
    const Term slice = operand(t, 0), base = operand(slice, 0);
    if (node(slice).aux == 0 && width(slice) + zeros >= w && width(base) >= w) t = extract(base, w - 1, 0);
  }
  if (kind(t) == Kind::Concat || (kind(t) == Kind::ZExt && kind(operand(t, 0)) == Kind::Concat)) {
    accumulate_concat(out, t, coefficient, w);
    return;
  }
  out.parts.push_back({t, coefficient});
}

// Constant parts of a concatenation join the constant of the sum, and trailing zeros its coefficient.
void Impl::accumulate_concat(Linear& out, Term t, u64 coefficient, int w) {
  Terms parts;
  view_parts(t, parts);
  u64 ones = 0;
  int shift = 0;
  for (Term& p : parts) {
    ones <<= width(p);
    if (!is_const(p)) continue;
    ones |= value(p);
    p = constant(width(p), 0);
  }
  while (parts.size() > 1 && is_const(parts.back())) {
    shift += width(parts.back());
    parts.pop_back();
  }
  out.constant += coefficient * ones;
  if (ones == 0 && shift == 0) {
    out.parts.push_back({t, coefficient});
    return;
  }
  const Term rest = zext(concat({parts.data(), parts.size()}), w);
  accumulate(out, rest, coefficient << shift, w);
}

void Impl::normalise(Linear& form, int w) const {
  auto& parts = form.parts;
  form.constant &= mask_of(w);
  if (parts.size() > 1) {
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.atom < b.atom; });
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < parts.size();) {
    Linear::Part p = parts[i];
    for (++i; i < parts.size() && parts[i].atom == p.atom; ++i) p.coefficient += parts[i].coefficient;
    p.coefficient &= mask_of(w);
    if (p.coefficient != 0) parts[kept++] = p;
  }
  parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(kept), parts.end());
}

// Neighbouring slices of one word meet again: 32 * (x >> 5) + (x & 31) is x, and x - 32 * (x >> 5) is x & 31.
// Returns whether something merged (the form then needs another normalisation).
bool Impl::merge_slices(Linear& form, int w) {
  struct Slice {
    Term base;
    int high, low;
  };
  auto slice_of = [&](Term t) -> Slice {
    if (kind(t) == Kind::ZExt && kind(operand(t, 0)) == Kind::Extract) {
      const Term s = operand(t, 0);
      const int low = static_cast<int>(node(s).aux);
      return {operand(s, 0), low + width(s) - 1, low};
    }
    if (kind(t) == Kind::ZExt) return {operand(t, 0), width(operand(t, 0)) - 1, 0};
    return {t, width(t) - 1, 0};
  };
  auto& parts = form.parts;
  if (parts.size() < 2 || parts.size() > 16) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Slice s = slice_of(parts[i].atom);
    if (parts[i].atom == s.base || kind(operand(parts[i].atom, 0)) != Kind::Extract) continue;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const Slice o = slice_of(parts[j].atom);
      if (i == j || o.base != s.base) continue;
      const u64 ci = parts[i].coefficient, cj = parts[j].coefficient, m = mask_of(w);
      Term merged;
      u64 coefficient = 0;
      if (o.high == s.low - 1 && ci == ((cj << (s.low - o.low)) & m)) {
        merged = extract(s.base, s.high, o.low);
        coefficient = cj;
      } else if (o.high == s.high && s.low > o.low && ci == ((0 - (cj << (s.low - o.low))) & m)) {
        merged = extract(s.base, s.low - 1, o.low);
        coefficient = cj;
      } else if (o.low == s.low && s.high < o.high && ci == ((0 - cj) & m)) {
        merged = extract(s.base, o.high, s.high + 1);
        coefficient = cj << (s.high + 1 - s.low);
      } else {
        continue;
      }
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
      accumulate(form, zext(merged, w), coefficient, w);
      return true;
    }
  }
  return false;
}

Term Impl::build(Linear& form, int w) {
  if (w == 1) {
    Term out = truth(form.constant & 1);
    for (const auto& p : form.parts) {
      if (p.coefficient & 1) out = lxor(out, p.atom);
    }
    return out;
  }
  normalise(form, w);
  for (int round = 0; round < 16 && merge_slices(form, w); ++round) normalise(form, w);
  auto& parts = form.parts;
  if (parts.empty()) return constant(w, form.constant);
  if (parts.size() == 1) {
    const auto [atom, c] = parts[0];
    if (c == 1 && form.constant == 0) return atom;
    if (const_arms(atom)) {
      return ite(operand(atom, 0), constant(w, c * value(operand(atom, 1)) + form.constant),
                 constant(w, c * value(operand(atom, 2)) + form.constant));
    }
    if (c == mask_of(w) && form.constant == mask_of(w)) return intern(Kind::Not, w, 0, {atom});
    // A predicate's 0 or 1 made all zeros or all ones, p - 1 and -p: bits of it are the predicate again.
    if (kind(atom) == Kind::ZExt && width(operand(atom, 0)) == 1) {
      if (c == 1 && form.constant == mask_of(w)) return sext(lnot(operand(atom, 0)), w);
      if (c == mask_of(w) && form.constant == 0) return sext(operand(atom, 0), w);
    }
  }
  Terms ops;
  for (const auto& p : parts) {
    const Term scaled_atom = times_constant(p.atom, p.coefficient);
    if (is_const(scaled_atom)) {
      form.constant = (form.constant + value(scaled_atom)) & mask_of(w);  // known bits decided the product
    } else {
      ops.push_back(scaled_atom);
    }
  }
  if (ops.empty()) return constant(w, form.constant);
  if (form.constant != 0) ops.push_back(constant(w, form.constant));
  if (ops.size() == 1) return ops[0];
  if (ops.size() > kMaxArity) {
    Terms groups;
    for (std::size_t i = 0; i < ops.size(); i += kMaxArity) {
      const std::size_t n = std::min(kMaxArity, ops.size() - i);
      groups.push_back(n == 1 ? ops[i] : intern(Kind::Add, w, 0, {ops.data() + i, n}));
    }
    return intern(Kind::Add, w, 0, {groups.data(), groups.size()});
  }
  return intern(Kind::Add, w, 0, {ops.data(), ops.size()});
}

// The stored form of coefficient * atom, for an atom that is neither a sum nor a scaled term.
Term Impl::times_constant(Term atom, u64 coefficient) {
  if (coefficient == 1) return atom;
  const int w = width(atom);
  Terms ops;
  if (kind(atom) == Kind::Mul) {
    auto factors = operands(atom);
    ops.assign(factors.begin(), factors.end());
  } else {
    ops.push_back(atom);
  }
  ops.push_back(constant(w, coefficient));
  return intern(Kind::Mul, w, 0, {ops.data(), ops.size()});
}

Linear Impl::linear(Term t) {
  Linear out;
  accumulate(out, t, 1, width(t));
  normalise(out, width(t));
  return out;
}

Term Impl::scale(Term t, u64 coefficient) {
  const int w = width(t);
  coefficient &= mask_of(w);
  if (w == 1) return coefficient ? t : truth(false);
  if (coefficient == 0) return constant(w, 0);
  if (coefficient == 1) return t;
  if (is_const(t)) return constant(w, value(t) * coefficient);
  const u32 key = cache_key(Kind::Mul, 1);
  const Term c = constant(w, coefficient);
  if (Term known = cached(key, t, c); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::Mul, w, 0, {t, c});
  Linear form;
  accumulate(form, t, coefficient, w);
  return remember(key, t, c, {}, build(form, w));
}

Term Impl::add(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return lxor(a, b);
  if (is_const(a)) std::swap(a, b);
  if (is_const(a)) return constant(w, value(a) + value(b));
  if (is_const(b, 0)) return a;
  if (!is_const(b) && a.id > b.id) std::swap(a, b);
  const u32 key = cache_key(Kind::Add);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::Add, w, 0, {a, b});
  Linear form;
  // The larger operand last: it is opened when the other one is of similar size.
  const bool a_last = operands(a).size() > operands(b).size();
  accumulate(form, a_last ? b : a, 1, w);
  accumulate(form, a_last ? a : b, 1, w);
  return remember(key, a, b, {}, build(form, w));
}

Term Impl::sub(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return lxor(a, b);
  if (a == b) return constant(w, 0);
  if (is_const(b)) return add(a, constant(w, 0 - value(b)));
  const u32 key = cache_key(Kind::Add, 1);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::Add, w, 0, {a, intern(Kind::Mul, w, 0, {b, constant(w, ~0ull)})});
  Linear form;
  accumulate(form, a, 1, w);
  accumulate(form, b, ~0ull, w);
  return remember(key, a, b, {}, build(form, w));
}

Term Impl::mul(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return land(a, b);
  if (is_const(a)) std::swap(a, b);
  if (is_const(b)) return scale(a, value(b));
  if (a.id > b.id) std::swap(a, b);
  const u32 key = cache_key(Kind::Mul);
  if (Term known = cached(key, a, b); known.id != 0) return known;
  Depth depth(*this);
  if (depth.deep()) return intern(Kind::Mul, w, 0, {a, b});
  // Constants of the factors multiply out: (x + 4) * y is x * y + 4 * y, without a further product of
  // unknowns.
  Linear fa = linear(a), fb = linear(b);
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
    Term rest_a = build(fa, w), rest_b = build(fb, w);
    accumulate(sum, product(rest_a, rest_b), scale_a * scale_b, w);
    accumulate(sum, rest_a, scale_a * cb, w);
    accumulate(sum, rest_b, scale_b * ca, w);
    sum.constant += ca * cb;
    out = build(sum, w);
  } else {
    out = product(a, b);
  }
  return remember(key, a, b, {}, out);
}

// The sorted product of factors that carry no constants.
Term Impl::product(Term a, Term b) {
  const int w = width(a);
  if (is_const(a)) return scale(b, value(a));
  if (is_const(b)) return scale(a, value(b));
  const Term in[] = {a, b};
  Terms ops;
  u64 coefficient = 1;
  for (Term t : in) {
    if (kind(t) == Kind::Mul && operands(t).size() <= kFlattenArity) {
      for (Term x : operands(t)) {
        if (is_const(x))
          coefficient *= value(x);
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
    if (kind(ops[i]) == Kind::ZExt && width(operand(ops[i], 0)) == 1) {
      const Term chosen = ite(operand(ops[i], 0), ops[1 - i], constant(w, 0));
      return scale(chosen, coefficient);
    }
  }
  const Term plain = intern(Kind::Mul, w, 0, {ops.data(), ops.size()});
  return scale(plain, coefficient);
}

Term Impl::minmax(Kind k, Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) {
    // Signed, true is -1.
    return (k == Kind::UMin || k == Kind::SMax) ? land(a, b) : lor(a, b);
  }
  const bool is_signed = k == Kind::SMin || k == Kind::SMax, is_min = k == Kind::UMin || k == Kind::SMin;
  if (a == b) return a;
  const Term less = is_signed ? slt(a, b) : ult(a, b);
  if (is_const(less)) return is_true(less) == is_min ? a : b;
  const Term more = is_signed ? slt(b, a) : ult(b, a);
  if (is_const(more)) return is_true(more) == is_min ? b : a;
  if (is_signed && non_negative(a) && non_negative(b)) return minmax(is_min ? Kind::UMin : Kind::UMax, a, b);
  const Term in[] = {a, b};
  Terms flat, out;
  flatten(k, in, flat);
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  Term bound;
  for (Term t : flat) {
    if (!is_const(t)) {
      out.push_back(t);
      continue;
    }
    bound = bound.id == 0 ? t : minmax(k, bound, t);
  }
  if (bound.id != 0) out.push_back(bound);
  return out.size() == 1 ? out[0] : intern(k, w, 0, {out.data(), out.size()});
}

}  // namespace warpproof
