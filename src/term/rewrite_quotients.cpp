#include "src/term/rewrite_quotients.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "src/term/rewrite_arith.h"
#include "src/term/rewrite_bits.h"
#include "src/term/rewrite_compare.h"
#include "src/term/rewrite_divide.h"
#include "src/term/rewrite_shift.h"

namespace warpproof::rewrite {

using u64 = std::uint64_t;
using u128 = unsigned __int128;

namespace {

constexpr std::size_t kMostParts = 16;  // of a sum that is looked at

void erase_both(Linear& form, std::size_t i, std::size_t j) {
  form.parts.erase(form.parts.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
  form.parts.erase(form.parts.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
}

// floor(x * factor / 2^w) for a factor below 2^w, of signed x: the high product itself, or, as a factor with its highest bit set
// counts as factor - 2^w there, x plus the high product.
struct HighProduct {
  Term x;
  u64 factor;
};

std::optional<HighProduct> high_product(NodeStore& g, Term t) {
  const int w = g.width(t);
  const auto is_one = [&](Term o) { return g.kind(o) == Kind::MulHiS && g.is_const(g.operand(o, 1)); };
  if (is_one(t)) {
    const u64 factor = g.value(g.operand(t, 1));
    if (factor >= sign_bit_of(w)) return std::nullopt;
    return HighProduct{g.operand(t, 0), factor};
  }
  if (g.kind(t) != Kind::Add || g.operands(t).size() > kMostParts) return std::nullopt;
  for (const Term o : g.operands(t)) {
    if (!is_one(o)) continue;
    const Term x = g.operand(o, 0);
    const u64 factor = g.value(g.operand(o, 1));
    if (factor >= sign_bit_of(w) && sub(g, t, o) == x) return HighProduct{x, factor};
  }
  return std::nullopt;
}

// d with floor(n * factor / 2^shift) == floor(n / d) for 0 <= n < 2^(w-1), and the same plus 1 being n / d, rounded towards 0,
// for -2^(w-1) <= n < 0. With e = factor * d - 2^shift > 0 and 2^(w-1) * e <= 2^shift: n * factor / 2^shift is n / d plus
// n * e / (d * 2^shift), which is positive with n, and for n < 2^(w-1) less than 1 / d, so that no integer lies between; for
// -n it is at most 1 / d, so that rounding up gives floor(n / d) + 1.
std::optional<u64> signed_divisor(u64 factor, int shift, int w) {
  if (factor == 0 || shift > 120) return std::nullopt;
  const u128 power = static_cast<u128>(1) << shift;
  const u128 divisor = power / factor + 1;
  if (divisor < 2 || divisor >= sign_bit_of(w)) return std::nullopt;
  const u128 excess = divisor * factor - power;
  if (excess == 0 || excess > power >> (w - 1)) return std::nullopt;
  return static_cast<u64>(divisor);
}

// The highest bit of a word, as a number.
std::optional<Term> word_of_sign(NodeStore& g, Term t) {
  if (g.kind(t) != Kind::ZExt) return std::nullopt;
  const Term bit = g.operand(t, 0);
  if (g.kind(bit) != Kind::Extract || g.width(bit) != 1) return std::nullopt;
  const Term word = g.operand(bit, 0);
  const bool is_highest = g.width(word) == g.width(t) && static_cast<int>(g.node(bit).aux) == g.width(word) - 1;
  return is_highest ? std::optional(word) : std::nullopt;
}

bool merge_signed_product(NodeStore& g, Linear& form, int w) {
  const auto& parts = form.parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto word = word_of_sign(g, parts[i].atom);
    const auto product = word ? high_product(g, *word) : std::nullopt;
    if (!product) continue;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (i == j || parts[j].coefficient != parts[i].coefficient) continue;
      const Term t = parts[j].atom;
      int shift = 0;
      if (t != *word) {
        if (g.kind(t) != Kind::SExt || g.kind(g.operand(t, 0)) != Kind::Extract) continue;
        const Term slice = g.operand(t, 0);
        shift = static_cast<int>(g.node(slice).aux);
        if (g.operand(slice, 0) != *word || shift + g.width(slice) != w) continue;
      }
      const auto divisor = signed_divisor(product->factor, w + shift, w);
      if (!divisor) continue;
      const u64 coefficient = parts[i].coefficient;
      erase_both(form, i, j);
      accumulate(g, form, sdiv(g, product->x, g.constant(w, *divisor)), coefficient, w);
      return true;
    }
  }
  return false;
}

bool is_quotient(NodeStore& g, Term t) {
  if (g.kind(t) != Kind::UDiv && g.kind(t) != Kind::SDiv) return false;
  const Term d = g.operand(t, 1);
  return g.is_const(d) && g.value(d) > 1 && g.value(d) < sign_bit_of(g.width(t));
}

// a * x - a * d * (x / d), where x may be a sum.
bool merge_remainder(NodeStore& g, Linear& form, int w) {
  const auto& parts = form.parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Term t = parts[i].atom;
    if (!is_quotient(g, t)) continue;
    const Term x = g.operand(t, 0), d = g.operand(t, 1);
    const std::int64_t c = as_signed(parts[i].coefficient, w), divisor = static_cast<std::int64_t>(g.value(d));
    if (c % divisor != 0) continue;
    const u64 a = (0 - static_cast<u64>(c / divisor)) & mask_of(w);
    Linear whole;
    accumulate(g, whole, x, a, w);
    normalise(whole, w);
    if (whole.parts.size() > kMostParts || whole.parts.size() == 0) continue;
    const bool is_there = std::all_of(whole.parts.begin(), whole.parts.end(), [&](const Linear::Part& p) {
      return std::any_of(parts.begin(), parts.end(),
                         [&](const Linear::Part& q) { return q.atom == p.atom && q.coefficient == p.coefficient; });
    });
    if (!is_there) continue;
    form.parts.erase(form.parts.begin() + static_cast<std::ptrdiff_t>(i));
    for (const Linear::Part& p : whole.parts) form.parts.push_back({p.atom, 0 - p.coefficient});
    form.constant -= whole.constant;
    accumulate(g, form, g.kind(t) == Kind::UDiv ? urem(g, x, d) : srem(g, x, d), a, w);
    return true;
  }
  return false;
}

// The quotient is asked of the constructor, as (x / b) / c is x / (b * c).
bool merge_rows(NodeStore& g, Linear& form, int w) {
  const auto& parts = form.parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Term t = parts[i].atom;
    const bool is_extended = g.kind(t) == Kind::ZExt || g.kind(t) == Kind::SExt;
    const Term rest = is_extended ? g.operand(t, 0) : t;
    if (g.kind(rest) != Kind::URem && g.kind(rest) != Kind::SRem) continue;
    // As numbers x is d * (x / d) + x % d where all three are extended as the division reads them.
    if (is_extended && (g.kind(t) == Kind::ZExt) != (g.kind(rest) == Kind::URem)) continue;
    const Term x = g.operand(rest, 0), d = g.operand(rest, 1);
    if (!g.is_const(d) || g.value(d) < 2 || g.value(d) >= sign_bit_of(g.width(rest))) continue;
    const u64 k = parts[i].coefficient, wanted = k * g.value(d) & mask_of(w);
    const auto extended = [&](Term word) {
      return !is_extended ? word : g.kind(t) == Kind::ZExt ? zext(g, word, w) : sext(g, word, w);
    };
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (i == j || parts[j].coefficient != wanted) continue;
      const Term quotient = g.kind(rest) == Kind::URem ? udiv(g, x, d) : sdiv(g, x, d);
      if (parts[j].atom != extended(quotient)) continue;
      erase_both(form, i, j);
      accumulate(g, form, extended(x), k, w);
      return true;
    }
  }
  return false;
}

// f * d * (x / d) + f * (x % d) is f * x, where d is no constant and f a product. Where d is 0, d * (x / d) is 0 and x % d is x
// (term.h); of signed words -2^(w-1) / -1 wraps around, and so does the product.
bool merge_unknown_rows(NodeStore& g, Linear& form, int w) {
  const auto& parts = form.parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Term t = parts[i].atom;
    const std::span<const Term> factors = g.kind(t) == Kind::Mul ? g.operands(t) : std::span<const Term>(&t, 1);
    if (factors.size() > kMostParts) continue;
    for (std::size_t r = 0; r < factors.size(); ++r) {
      const Term rest = factors[r];
      if ((g.kind(rest) != Kind::URem && g.kind(rest) != Kind::SRem) || g.is_const(g.operand(rest, 1))) continue;
      const Term x = g.operand(rest, 0), d = g.operand(rest, 1);
      const u64 k = parts[i].coefficient;
      const auto has_all_factors = [&](const Linear::Part& p) {
        return p.coefficient == k && g.kind(p.atom) == Kind::Mul && g.operands(p.atom).size() > factors.size();
      };
      if (std::none_of(parts.begin(), parts.end(), has_all_factors)) continue;
      std::vector<Term> others(factors.begin(), factors.end());
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
      const auto times_others = [&](Term product) {
        for (const Term f : others) product = mul(g, product, f);
        return product;
      };
      const Term wanted = times_others(mul(g, d, g.kind(rest) == Kind::URem ? udiv(g, x, d) : sdiv(g, x, d)));
      for (std::size_t j = 0; j < parts.size(); ++j) {
        if (i == j || parts[j].coefficient != k || parts[j].atom != wanted) continue;
        erase_both(form, i, j);
        accumulate(g, form, times_others(x), k, w);
        return true;
      }
    }
  }
  return false;
}

}  // namespace

// Of x / d: the numbers x of which it is less than k. Where d * k + d does not fit a signed word, nothing is said.
std::optional<Term> quotient_below(NodeStore& g, Term quotient, u64 k) {
  const int w = g.width(quotient);
  if (!is_quotient(g, quotient) || k == 0) return std::nullopt;
  const Term x = g.operand(quotient, 0);
  const u64 d = g.value(g.operand(quotient, 1)), sign = sign_bit_of(w);
  if (g.kind(quotient) == Kind::UDiv) {
    const u128 bound = static_cast<u128>(k) * d;
    return bound > mask_of(w) ? g.truth(true) : ult(g, x, g.constant(w, static_cast<u64>(bound)));
  }
  if (k == sign) return slt(g, g.constant(w, 0 - d), x);  // not negative
  const u128 bound = static_cast<u128>(k) * d + d - 1;    // of x + d - 1, as x > -d
  if (bound >= sign) return std::nullopt;
  return ult(g, add(g, x, g.constant(w, d - 1)), g.constant(w, static_cast<u64>(bound)));
}

// The same of signed numbers.
std::optional<Term> signed_quotient_below(NodeStore& g, Term quotient, std::int64_t k) {
  const int w = g.width(quotient);
  if (g.kind(quotient) != Kind::SDiv || !is_quotient(g, quotient)) return std::nullopt;
  const Term x = g.operand(quotient, 0);
  const __int128 d = static_cast<__int128>(g.value(g.operand(quotient, 1))), sign = static_cast<__int128>(1) << (w - 1);
  const __int128 bound = k > 0 ? k * d : (k - 1) * d + 1;  // x / d <= k - 1 < 0 where x <= (k - 1) * d
  if (bound >= sign) return g.truth(true);
  if (bound <= -sign) return g.truth(false);
  return slt(g, x, g.constant(w, static_cast<u64>(bound)));
}

bool merge_quotients(NodeStore& g, Linear& form, int w) {
  if (w < 8 || form.parts.size() < 2 || form.parts.size() > kMostParts) return false;
  return merge_signed_product(g, form, w) || merge_remainder(g, form, w) || merge_rows(g, form, w) ||
         merge_unknown_rows(g, form, w);
}

}  // namespace warpproof::rewrite
