// Division, remainder and high products.
#include <algorithm>

#include "src/term/fold.h"
#include "src/term/term_impl.h"

namespace warpproof {

using Impl = TermGraph::Impl;
using u64 = std::uint64_t;

// a = divisor * quotient + remainder with remainder < divisor, where the sum shows it and does not wrap.
bool Impl::split_multiple(Term a, u64 divisor, Term& quotient, Term& remainder) {
  const int w = width(a);
  if (operands(a).size() > kFlattenArity) return false;
  if (kind(a) != Kind::Add && kind(a) != Kind::Mul) return false;
  Linear form = linear(a);
  Linear whole, rest;
  unsigned __int128 total = form.constant;
  for (const auto& p : form.parts) {
    total += static_cast<unsigned __int128>(p.coefficient) * facts(p.atom).high;
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
    rest_high += static_cast<unsigned __int128>(p.coefficient) * facts(p.atom).high;
    if (rest_high >= divisor) return false;
  }
  quotient = build(whole, w);
  remainder = build(rest, w);
  return true;
}

// a = divisor * first + second, where the sum shows it and does not wrap. Nothing where no part is a multiple.
std::optional<std::pair<Term, Term>> Impl::split_off_multiples(Term a, u64 divisor) {
  if (kind(a) != Kind::Add || operands(a).size() > kFlattenArity) return std::nullopt;
  const int w = width(a);
  Linear form = linear(a);
  Linear whole, rest;
  unsigned __int128 total = form.constant;
  for (const auto& p : form.parts) {
    total += static_cast<unsigned __int128>(p.coefficient) * facts(p.atom).high;
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
  return std::pair(build(whole, w), build(rest, w));
}

// floor(a * factor / 2^shift), which compilers write for a quotient, where a can be divided by structure. With
// factor * d = 2^shift + e it is a / d for all a with a * e < 2^shift.
std::optional<Term> Impl::quotient_of_product(Term a, u64 factor, int shift) {
  if (factor == 0 || shift > 100) return std::nullopt;
  const unsigned __int128 power = static_cast<unsigned __int128>(1) << shift;
  const unsigned __int128 divisor = (power + factor - 1) / factor;
  if (divisor < 2 || divisor > mask_of(width(a)) / 2) return std::nullopt;
  const unsigned __int128 excess = divisor * factor - power;
  if (excess >= (static_cast<unsigned __int128>(1) << 60) || facts(a).high * excess >= power)
    return std::nullopt;
  const u64 d = static_cast<u64>(divisor);
  Term quotient, remainder;
  if (!split_multiple(a, d, quotient, remainder) && !split_off_multiples(a, d)) return std::nullopt;
  return udiv(a, constant(width(a), d));
}

Term Impl::udiv(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return lor(lnot(b), a);
  const Facts fa = facts(a), fb = facts(b);
  if (is_const(a) && is_const(b)) return constant(w, value(b) == 0 ? mask_of(w) : value(a) / value(b));
  if (is_const(b, 0)) return constant(w, mask_of(w));
  if (is_const(b, 1)) return a;
  if (is_const(b) && is_power_of_two(value(b))) return lshr_by(a, trailing_zeros(value(b), w));
  if (fb.low > fa.high) return constant(w, 0);
  if (a == b && fb.low > 0) return constant(w, 1);
  if (is_const(b)) {
    Term quotient, remainder;
    if (split_multiple(a, value(b), quotient, remainder)) return quotient;
    if (const auto parts = split_off_multiples(a, value(b))) return add(parts->first, udiv(parts->second, b));
    if (fa.high < 2 * value(b) && value(b) <= mask_of(w) / 2 && kind(a) == Kind::Add)
      return ite(ult(a, b), constant(w, 0), constant(w, 1));
    if (kind(a) == Kind::UDiv && is_const(operand(a, 1)) && value(operand(a, 1)) != 0) {
      const unsigned __int128 both = static_cast<unsigned __int128>(value(b)) * value(operand(a, 1));
      return both > mask_of(w) ? constant(w, 0) : udiv(operand(a, 0), constant(w, static_cast<u64>(both)));
    }
    if (const_arms(a)) return ite(operand(a, 0), udiv(operand(a, 1), b), udiv(operand(a, 2), b));
  }
  return intern(Kind::UDiv, w, 0, {a, b});
}

Term Impl::urem(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return land(a, lnot(b));
  if (is_const(a) && is_const(b)) return value(b) == 0 ? a : constant(w, value(a) % value(b));
  if (is_const(b, 0)) return a;
  if (is_const(b) && is_power_of_two(value(b))) return bit_and(a, constant(w, value(b) - 1));
  const Facts fa = facts(a);
  if (facts(b).low > fa.high) return a;
  if (a == b) return constant(w, 0);
  if (is_const(b)) {
    Term quotient, remainder;
    if (split_multiple(a, value(b), quotient, remainder)) return remainder;
    if (const auto parts = split_off_multiples(a, value(b))) return urem(parts->second, b);
    if (fa.high < 2 * value(b) && value(b) <= mask_of(w) / 2 && kind(a) == Kind::Add)
      return ite(ult(a, b), a, sub(a, b));
    if (const_arms(a)) return ite(operand(a, 0), urem(operand(a, 1), b), urem(operand(a, 2), b));
  }
  if (kind(a) == Kind::URem && operand(a, 1) == b) return a;
  return intern(Kind::URem, w, 0, {a, b});
}

Term Impl::sdiv(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return udiv(a, b);
  if (non_negative(a) && non_negative(b) && facts(b).low > 0) return udiv(a, b);
  if (is_const(b, 1)) return a;
  if (is_const(b, mask_of(w))) return scale(a, ~0ull);
  if (is_const(a) && is_const(b)) {
    const u64 values[] = {value(a), value(b)};
    const std::uint8_t widths[] = {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(w)};
    return constant(w, fold(Kind::SDiv, w, 0, values, widths));
  }
  return intern(Kind::SDiv, w, 0, {a, b});
}

Term Impl::srem(Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return urem(a, b);
  if (non_negative(a) && non_negative(b)) return urem(a, b);
  if (is_const(b, 1) || is_const(b, mask_of(w))) return constant(w, 0);
  if (is_const(a) && is_const(b)) {
    const u64 values[] = {value(a), value(b)};
    const std::uint8_t widths[] = {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(w)};
    return constant(w, fold(Kind::SRem, w, 0, values, widths));
  }
  if (is_const(b, 0)) return a;
  return intern(Kind::SRem, w, 0, {a, b});
}

Term Impl::mulhi(Kind k, Term a, Term b) {
  same_width(a, b);
  const int w = width(a);
  if (w == 1) return truth(false);
  if (is_const(a)) std::swap(a, b);
  if (is_const(a)) {
    const u64 values[] = {value(a), value(b)};
    const std::uint8_t widths[] = {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(w)};
    return constant(w, fold(k, w, 0, values, widths));
  }
  if (is_const(b, 0)) return b;
  if (k == Kind::MulHiS && non_negative(a) && non_negative(b)) k = Kind::MulHiU;
  const Facts fa = facts(a), fb = facts(b);
  if (k == Kind::MulHiU) {
    if (((static_cast<unsigned __int128>(fa.high) * fb.high) >> w) == 0) return constant(w, 0);
    if (is_const(b) && is_power_of_two(value(b))) return lshr_by(a, w - trailing_zeros(value(b), w));
    if (is_const(b)) {
      if (const auto quotient = quotient_of_product(a, value(b), w)) return *quotient;
    }
  }
  if (!is_const(b) && a.id > b.id) std::swap(a, b);
  return intern(k, w, 0, {a, b});
}

}  // namespace warpproof
