#include "src/term/rewrite_divide.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/term/fold.h"
#include "src/term/linear.h"
#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_bool.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_ite.h"
#include "src/term/rewrite_shift.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;

static bool split_multiple(NodeStore& g, Term a, u64 divisor, Term& quotient, Term& remainder);
static std::optional<std::pair<Term, Term>> split_off_multiples(NodeStore& g, Term a, u64 divisor);

// a = divisor * quotient + remainder with remainder < divisor, where the sum shows it and does not wrap.
static bool split_multiple(NodeStore& g, Term a, u64 divisor, Term& quotient, Term& remainder) {
  const int w = g.width(a);
  if (g.operands(a).size() > kFlattenArity) return false;
  if (g.kind(a) != Kind::Add && g.kind(a) != Kind::Mul) return false;
  Linear form = linear(g, a);
  Linear whole, rest;
  unsigned __int128 total = form.constant;
  for (const auto& p : form.parts) {
    total += static_cast<unsigned __int128>(p.coefficient) * g.facts(p.atom).high;
    if (total > mask_of(w)) return false;
    if (p.coefficient % divisor == 0) {
      whole.parts.push_back({p.atom, p.coefficient / divisor});
    } else {
      rest.parts.push_back(p);
    }
  }
  whole.constant = form.constant / divisor;
  rest.constant = form.constant % divisor;
  unsigned __int128 rest_high = rest.constant;
  for (const auto& p : rest.parts) {
    rest_high += static_cast<unsigned __int128>(p.coefficient) * g.facts(p.atom).high;
    if (rest_high >= divisor) return false;
  }
  quotient = build(g, whole, w);
  remainder = build(g, rest, w);
  return true;
}

// a = divisor * first + second, where the sum shows it and does not wrap. Nothing where no part is a multiple.
static std::optional<std::pair<Term, Term>> split_off_multiples(NodeStore& g, Term a, u64 divisor) {
  if (g.kind(a) != Kind::Add || g.operands(a).size() > kFlattenArity) return std::nullopt;
  const int w = g.width(a);
  Linear form = linear(g, a);
  Linear whole, rest;
  unsigned __int128 total = form.constant;
  for (const auto& p : form.parts) {
    total += static_cast<unsigned __int128>(p.coefficient) * g.facts(p.atom).high;
    if (total > mask_of(w)) return std::nullopt;
    if (p.coefficient % divisor == 0) {
      whole.parts.push_back({p.atom, p.coefficient / divisor});
    } else {
      rest.parts.push_back(p);
    }
  }
  if (whole.parts.empty()) return std::nullopt;
  whole.constant = form.constant / divisor;
  rest.constant = form.constant % divisor;
  return std::pair(build(g, whole, w), build(g, rest, w));
}

// With factor * d = 2^shift + e it is a / d for all a with a * e < 2^shift.
std::optional<Term> quotient_of_product(NodeStore& g, Term a, u64 factor, int shift) {
  if (factor == 0 || shift > 100) return std::nullopt;
  const unsigned __int128 power = static_cast<unsigned __int128>(1) << shift;
  const unsigned __int128 divisor = (power + factor - 1) / factor;
  if (divisor < 2 || divisor > mask_of(g.width(a)) / 2) return std::nullopt;
  const unsigned __int128 excess = divisor * factor - power;
  if (excess >= (static_cast<unsigned __int128>(1) << 60) || g.facts(a).high * excess >= power)
    return std::nullopt;
  return udiv(g, a, g.constant(g.width(a), static_cast<u64>(divisor)));
}

Term udiv(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return lor(g, lnot(g, b), a);
  const Facts fa = g.facts(a), fb = g.facts(b);
  if (g.is_const(a) && g.is_const(b))
    return g.constant(w, g.value(b) == 0 ? mask_of(w) : g.value(a) / g.value(b));
  if (g.is_const(b, 0)) return g.constant(w, mask_of(w));
  if (g.is_const(b, 1)) return a;
  if (g.is_const(b) && is_power_of_two(g.value(b))) return lshr_by(g, a, trailing_zeros(g.value(b), w));
  if (fb.low > fa.high) return g.constant(w, 0);
  if (a == b && fb.low > 0) return g.constant(w, 1);
  if (g.is_const(b)) {
    Term quotient, remainder;
    if (split_multiple(g, a, g.value(b), quotient, remainder)) return quotient;
    if (const auto parts = split_off_multiples(g, a, g.value(b)))
      return add(g, parts->first, udiv(g, parts->second, b));
    if (fa.high < 2 * g.value(b) && g.value(b) <= mask_of(w) / 2 && g.kind(a) == Kind::Add)
      return ite(g, ult(g, a, b), g.constant(w, 0), g.constant(w, 1));
    if (g.kind(a) == Kind::UDiv && g.is_const(g.operand(a, 1)) && g.value(g.operand(a, 1)) != 0) {
      const unsigned __int128 both = static_cast<unsigned __int128>(g.value(b)) * g.value(g.operand(a, 1));
      return both > mask_of(w) ? g.constant(w, 0)
                               : udiv(g, g.operand(a, 0), g.constant(w, static_cast<u64>(both)));
    }
    if (const_arms(g, a))
      return ite(g, g.operand(a, 0), udiv(g, g.operand(a, 1), b), udiv(g, g.operand(a, 2), b));
  }
  return g.intern(Kind::UDiv, w, 0, {a, b});
}

Term urem(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return land(g, a, lnot(g, b));
  if (g.is_const(a) && g.is_const(b)) return g.value(b) == 0 ? a : g.constant(w, g.value(a) % g.value(b));
  if (g.is_const(b, 0)) return a;
  if (g.is_const(b) && is_power_of_two(g.value(b))) return bit_and(g, a, g.constant(w, g.value(b) - 1));
  const Facts fa = g.facts(a);
  if (g.facts(b).low > fa.high) return a;
  if (a == b) return g.constant(w, 0);
  if (g.is_const(b)) {
    Term quotient, remainder;
    if (split_multiple(g, a, g.value(b), quotient, remainder)) return remainder;
    if (const auto parts = split_off_multiples(g, a, g.value(b))) return urem(g, parts->second, b);
    if (fa.high < 2 * g.value(b) && g.value(b) <= mask_of(w) / 2 && g.kind(a) == Kind::Add)
      return ite(g, ult(g, a, b), a, sub(g, a, b));
    if (const_arms(g, a))
      return ite(g, g.operand(a, 0), urem(g, g.operand(a, 1), b), urem(g, g.operand(a, 2), b));
  }
  if (g.kind(a) == Kind::URem && g.operand(a, 1) == b) return a;
  return g.intern(Kind::URem, w, 0, {a, b});
}

Term sdiv(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return udiv(g, a, b);
  if (g.non_negative(a) && g.non_negative(b) && g.facts(b).low > 0) return udiv(g, a, b);
  if (g.is_const(b, 1)) return a;
  if (g.is_const(b, mask_of(w))) return scale(g, a, ~0ull);
  if (g.is_const(a) && g.is_const(b)) {
    const u64 values[] = {g.value(a), g.value(b)};
    const std::uint8_t widths[] = {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(w)};
    return g.constant(w, fold(Kind::SDiv, w, 0, values, widths));
  }
  return g.intern(Kind::SDiv, w, 0, {a, b});
}

Term srem(NodeStore& g, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return urem(g, a, b);
  if (g.non_negative(a) && g.non_negative(b)) return urem(g, a, b);
  if (g.is_const(b, 1) || g.is_const(b, mask_of(w))) return g.constant(w, 0);
  if (g.is_const(a) && g.is_const(b)) {
    const u64 values[] = {g.value(a), g.value(b)};
    const std::uint8_t widths[] = {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(w)};
    return g.constant(w, fold(Kind::SRem, w, 0, values, widths));
  }
  if (g.is_const(b, 0)) return a;
  return g.intern(Kind::SRem, w, 0, {a, b});
}

Term mulhi(NodeStore& g, Kind k, Term a, Term b) {
  g.same_width(a, b);
  const int w = g.width(a);
  if (w == 1) return g.truth(false);
  if (g.is_const(a)) std::swap(a, b);
  if (g.is_const(a)) {
    const u64 values[] = {g.value(a), g.value(b)};
    const std::uint8_t widths[] = {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(w)};
    return g.constant(w, fold(k, w, 0, values, widths));
  }
  if (g.is_const(b, 0)) return b;
  if (k == Kind::MulHiS && g.non_negative(a) && g.non_negative(b)) k = Kind::MulHiU;
  const Facts fa = g.facts(a), fb = g.facts(b);
  if (k == Kind::MulHiU) {
    if (((static_cast<unsigned __int128>(fa.high) * fb.high) >> w) == 0) return g.constant(w, 0);
    if (g.is_const(b) && is_power_of_two(g.value(b))) return lshr_by(g, a, w - trailing_zeros(g.value(b), w));
    if (g.is_const(b)) {
      if (const auto quotient = quotient_of_product(g, a, g.value(b), w)) return *quotient;
    }
  }
  if (!g.is_const(b) && a.id > b.id) std::swap(a, b);
  return g.intern(k, w, 0, {a, b});
}

}  // namespace warpproof::rewrite
