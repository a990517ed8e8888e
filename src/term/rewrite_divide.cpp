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

// Is a the quotient or the remainder by a number other than 0?
static bool is_by_constant(const NodeStore& g, Kind kind, Term a) {
  return g.kind(a) == kind && g.is_const(g.operand(a, 1)) && g.value(g.operand(a, 1)) != 0;
}

// Of x / c / d, where d is a number other than 0: x / (c * d), as both round towards 0; nothing where it is none. No word is as
// large as a number that does not fit a word, but the least one, by 2^(w-1), which is left as it is. c is not -1 (sdiv()
// writes no such quotient), so that x / c is what it is as integers.
static std::optional<Term> quotient_of_quotient(NodeStore& g, Term a, Term b) {
  if (!is_by_constant(g, Kind::SDiv, a)) return std::nullopt;
  const int w = g.width(a);
  const __int128 sign = static_cast<__int128>(1) << (w - 1);
  const __int128 both = static_cast<__int128>(as_signed(g.value(g.operand(a, 1)), w)) * as_signed(g.value(b), w);
  if (both == sign) return std::nullopt;
  if (both > sign || both < -sign) return g.constant(w, 0);
  return sdiv(g, g.operand(a, 0), g.constant(w, static_cast<u64>(both)));
}

// -(x / c), where it is not the least number: c is a constant, but neither 0 nor, as above, 1 or -1.
static bool is_negated_quotient(const NodeStore& g, Term a) {
  return g.kind(a) == Kind::Mul && g.operands(a).size() == 2 && g.is_const(g.operand(a, 1), mask_of(g.width(a))) &&
         is_by_constant(g, Kind::SDiv, g.operand(a, 0));
}

// Of x % c % d: x % d, where c is a multiple of d: both leave x less a multiple of d, with the sign of x.
static bool is_remainder_of_multiple(const NodeStore& g, Kind kind, Term a, u64 d) {
  return d != 0 && is_by_constant(g, kind, a) && g.value(g.operand(a, 1)) % d == 0;
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
  if (g.is_const(b) && is_remainder_of_multiple(g, Kind::URem, a, g.value(b))) return urem(g, g.operand(a, 0), b);
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
  if (g.is_const(b) && !g.is_const(b, 0)) {
    // No quotient by -2 or less is the least number, which has no negative; 2^(w-1) is no word.
    if (g.value(b) > sign_bit_of(w)) return scale(g, sdiv(g, a, g.constant(w, 0 - g.value(b))), ~0ull);
    if (is_negated_quotient(g, a)) return scale(g, sdiv(g, g.operand(a, 0), b), ~0ull);
    if (const auto merged = quotient_of_quotient(g, a, b)) return *merged;
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
  if (g.is_const(b)) {
    // The remainder has the sign of a, whatever that of b.
    if (g.value(b) > sign_bit_of(w)) return srem(g, a, g.constant(w, 0 - g.value(b)));
    if (g.value(b) < sign_bit_of(w)) {
      if (is_remainder_of_multiple(g, Kind::SRem, a, g.value(b))) return srem(g, g.operand(a, 0), b);
    }
  }
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
