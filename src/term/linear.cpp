#include "src/term/linear.h"

#include <algorithm>

#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_ite.h"
#include "src/term/rewrite_quotients.h"
#include "src/term/rewrite_shift.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;
using i128 = __int128;

static void accumulate_atom(NodeStore& g, Linear& out, Term t, u64 coefficient, int width);
static void accumulate_concat(NodeStore& g, Linear& out, Term t, u64 coefficient, int width);
static bool merge_slices(NodeStore& g, Linear& form, int width);
static Term times_constant(NodeStore& g, Term atom, u64 coefficient);

// out += coefficient * t.
void accumulate(NodeStore& g, Linear& out, Term t, u64 coefficient, int w) {
  coefficient &= mask_of(w);
  if (coefficient == 0) return;
  auto ops = g.operands(t);
  switch (g.kind(t)) {
    case Kind::Const:
      out.constant += coefficient * g.value(t);
      return;
    case Kind::Add:
      if (ops.size() > kFlattenArity && ops.size() > 4 * (out.parts.size() + 1)) break;
      for (Term x : ops) {
        if (g.is_const(x)) {
          out.constant += coefficient * g.value(x);
        } else {
          accumulate_atom(g, out, x, coefficient, w);
        }
      }
      return;
    case Kind::Not:
      if (w == 1) break;
      out.constant -= coefficient;  // -1 - x
      accumulate_atom(g, out, ops[0], 0 - coefficient, w);
      return;
    default:
      break;
  }
  accumulate_atom(g, out, t, coefficient, w);
}

static void accumulate_atom(NodeStore& g, Linear& out, Term t, u64 coefficient, int w) {
  coefficient &= mask_of(w);
  if (coefficient == 0) return;
  if (g.kind(t) == Kind::Mul && g.is_const(g.operands(t).back())) {
    auto ops = g.operands(t);
    coefficient = (coefficient * g.value(ops.back())) & mask_of(w);
    t = ops.size() == 2 ? ops[0] : g.intern(Kind::Mul, w, 0, ops.first(ops.size() - 1));
    if (coefficient == 0) return;
  }
  if (const Facts f = g.facts(t); f.low == f.high) {
    out.constant += coefficient * f.low;
    return;
  }
  if (g.kind(t) == Kind::SExt && g.width(g.operand(t, 0)) == 1) {
    const Term p = g.operand(t, 0);
    if (g.kind(p) != Kind::Not) return accumulate_atom(g, out, zext(g, p, w), 0 - coefficient, w);
    out.constant -= coefficient;  // p - 1
    return accumulate_atom(g, out, zext(g, g.operand(p, 0), w), coefficient, w);
  }
  const int zeros = trailing_zeros(coefficient, w);
  if (zeros > 0 && g.kind(t) == Kind::ZExt && g.kind(g.operand(t, 0)) == Kind::Extract) {
    // Bits that the coefficient shifts out need not be cut off first.
    const Term slice = g.operand(t, 0), base = g.operand(slice, 0);
    if (g.node(slice).aux == 0 && g.width(slice) + zeros >= w && g.width(base) >= w)
      t = extract(g, base, w - 1, 0);
  }
  if (g.kind(t) == Kind::Concat || (g.kind(t) == Kind::ZExt && g.kind(g.operand(t, 0)) == Kind::Concat)) {
    accumulate_concat(g, out, t, coefficient, w);
    return;
  }
  out.parts.push_back({t, coefficient});
}

// Constant parts of a concatenation join the constant of the sum, and trailing zeros its coefficient.
static void accumulate_concat(NodeStore& g, Linear& out, Term t, u64 coefficient, int w) {
  Terms parts;
  view_parts(g, t, parts);
  u64 ones = 0;
  int shift = 0;
  for (Term& p : parts) {
    ones <<= g.width(p);
    if (!g.is_const(p)) continue;
    ones |= g.value(p);
    p = g.constant(g.width(p), 0);
  }
  while (parts.size() > 1 && g.is_const(parts.back())) {
    shift += g.width(parts.back());
    parts.pop_back();
  }
  out.constant += coefficient * ones;
  if (ones == 0 && shift == 0) {
    out.parts.push_back({t, coefficient});
    return;
  }
  const Term rest = zext(g, concat(g, {parts.data(), parts.size()}), w);
  accumulate(g, out, rest, coefficient << shift, w);
}

void normalise(Linear& form, int w) {
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
static bool merge_slices(NodeStore& g, Linear& form, int w) {
  struct Slice {
    Term base;
    int high, low;
  };
  auto slice_of = [&](Term t) -> Slice {
    if (g.kind(t) == Kind::ZExt && g.kind(g.operand(t, 0)) == Kind::Extract) {
      const Term s = g.operand(t, 0);
      const int low = static_cast<int>(g.node(s).aux);
      return {g.operand(s, 0), low + g.width(s) - 1, low};
    }
    if (g.kind(t) == Kind::ZExt) return {g.operand(t, 0), g.width(g.operand(t, 0)) - 1, 0};
    return {t, g.width(t) - 1, 0};
  };
  auto& parts = form.parts;
  if (parts.size() < 2 || parts.size() > 16) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Slice s = slice_of(parts[i].atom);
    if (parts[i].atom == s.base || g.kind(g.operand(parts[i].atom, 0)) != Kind::Extract) continue;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const Slice o = slice_of(parts[j].atom);
      if (i == j || o.base != s.base) continue;
      const u64 ci = parts[i].coefficient, cj = parts[j].coefficient, m = mask_of(w);
      Term merged;
      u64 coefficient = 0;
      if (o.high == s.low - 1 && ci == ((cj << (s.low - o.low)) & m)) {
        merged = extract(g, s.base, s.high, o.low);
        coefficient = cj;
      } else if (o.high == s.high && s.low > o.low && ci == ((0 - (cj << (s.low - o.low))) & m)) {
        merged = extract(g, s.base, s.low - 1, o.low);
        coefficient = cj;
      } else if (o.low == s.low && s.high < o.high && ci == ((0 - cj) & m)) {
        merged = extract(g, s.base, o.high, s.high + 1);
        coefficient = cj << (s.high + 1 - s.low);
      } else {
        continue;
      }
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
      accumulate(g, form, zext(g, merged, w), coefficient, w);
      return true;
    }
  }
  return false;
}

Term build(NodeStore& g, Linear& form, int w) {
  if (w == 1) {
    Term out = g.truth(form.constant & 1);
    for (const auto& p : form.parts) {
      if (p.coefficient & 1) out = lxor(g, out, p.atom);
    }
    return out;
  }
  normalise(form, w);
  for (int step = 0; step < 16 && (merge_slices(g, form, w) || merge_quotients(g, form, w)); ++step) normalise(form, w);
  auto& parts = form.parts;
  if (parts.empty()) return g.constant(w, form.constant);
  if (parts.size() == 1) {
    const auto [atom, c] = parts[0];
    if (c == 1 && form.constant == 0) return atom;
    if (const_arms(g, atom)) {
      return ite(g, g.operand(atom, 0), g.constant(w, c * g.value(g.operand(atom, 1)) + form.constant),
                 g.constant(w, c * g.value(g.operand(atom, 2)) + form.constant));
    }
    if (c == mask_of(w) && form.constant == mask_of(w)) return g.intern(Kind::Not, w, 0, {atom});
    // A predicate's 0 or 1 made all zeros or all ones, p - 1 and -p: bits of it are the predicate again.
    if (g.kind(atom) == Kind::ZExt && g.width(g.operand(atom, 0)) == 1) {
      if (c == 1 && form.constant == mask_of(w)) return sext(g, lnot(g, g.operand(atom, 0)), w);
      if (c == mask_of(w) && form.constant == 0) return sext(g, g.operand(atom, 0), w);
    }
  }
  Terms ops;
  for (const auto& p : parts) {
    const Term scaled_atom = times_constant(g, p.atom, p.coefficient);
    if (g.is_const(scaled_atom)) {
      form.constant = (form.constant + g.value(scaled_atom)) & mask_of(w);  // known bits decided the product
    } else {
      ops.push_back(scaled_atom);
    }
  }
  if (ops.empty()) return g.constant(w, form.constant);
  if (form.constant != 0) ops.push_back(g.constant(w, form.constant));
  if (ops.size() == 1) return ops[0];
  if (ops.size() > kMaxArity) {
    Terms groups;
    for (std::size_t i = 0; i < ops.size(); i += kMaxArity) {
      const std::size_t n = std::min(kMaxArity, ops.size() - i);
      groups.push_back(n == 1 ? ops[i] : g.intern(Kind::Add, w, 0, {ops.data() + i, n}));
    }
    return g.intern(Kind::Add, w, 0, {groups.data(), groups.size()});
  }
  return g.intern(Kind::Add, w, 0, {ops.data(), ops.size()});
}

// The stored form of coefficient * atom, for an atom that is neither a sum nor a scaled term.
static Term times_constant(NodeStore& g, Term atom, u64 coefficient) {
  if (coefficient == 1) return atom;
  const int w = g.width(atom);
  Terms ops;
  if (g.kind(atom) == Kind::Mul) {
    auto factors = g.operands(atom);
    ops.assign(factors.begin(), factors.end());
  } else {
    ops.push_back(atom);
  }
  ops.push_back(g.constant(w, coefficient));
  return g.intern(Kind::Mul, w, 0, {ops.data(), ops.size()});
}

Linear linear(NodeStore& g, Term t) {
  Linear out;
  accumulate(g, out, t, 1, g.width(t));
  normalise(out, g.width(t));
  return out;
}

// No wrap-around, whatever the values: all coefficients count as positive.
bool sum_fits(NodeStore& g, const Linear& sum, int w) {
  unsigned __int128 most = sum.constant & mask_of(w);
  for (const auto& p : sum.parts) {
    most += static_cast<unsigned __int128>(p.coefficient) * g.facts(p.atom).high;
    if (most > mask_of(w)) return false;
  }
  return true;
}

Linear::Part scaled(const NodeStore& g, Term t) {
  if (g.kind(t) == Kind::Mul && g.operands(t).size() == 2 && g.is_const(g.operand(t, 1))) {
    return {g.operand(t, 0), g.value(g.operand(t, 1))};
  }
  return {t, 1};
}

bool linear_interval(const NodeStore& g, const Linear& form, int width, bool is_signed, Interval& out) {
  // Coefficients and the constant count as signed, so that x - 16 with x >= 16 is seen not to wrap.
  i128 low = as_signed(form.constant, width), high = low;
  const i128 limit = static_cast<i128>(1) << 100;
  for (const Linear::Part& p : form.parts) {
    const i128 c = as_signed(p.coefficient, width);
    const Facts f = g.facts(p.atom);
    if (bit_length(static_cast<u64>(c < 0 ? -c : c)) + bit_length(f.high) > 100) return false;
    if (c >= 0) {
      low += c * f.low;
      high += c * f.high;
    } else {
      low += c * f.high;
      high += c * f.low;
    }
    if (high > limit || low < -limit) return false;
  }
  const i128 modulus = static_cast<i128>(1) << width;
  auto floor_div = [&](i128 v) { return v >= 0 ? v / modulus : -((-v + modulus - 1) / modulus); };
  const i128 window = is_signed ? modulus / 2 : 0;
  const i128 turns = floor_div(low + window);
  if (floor_div(high + window) != turns) return false;
  out = {low - turns * modulus, high - turns * modulus};
  return true;
}

}  // namespace warpproof::rewrite
