#include "checker/equivalence/real_domain.h"

#include <algorithm>

#include "checker/equivalence/rational.h"

namespace warpproof::equivalence {

namespace {

constexpr std::uint64_t kInfinity = 0x7ff0000000000000ull;  // of f64, which stands for those of all formats

}  // namespace

// An operation that has no value for some real numbers is a function of those that it has one for.
void RealDomain::take_for_granted(FloatCode code) {
  conditions_.divisor_not_zero |= code == FloatCode::Div || code == FloatCode::Rcp;
  conditions_.root_not_negative |= code == FloatCode::Sqrt;
  conditions_.root_positive |= code == FloatCode::Rsqrt;
  conditions_.logarithm_positive |= code == FloatCode::Lg2;
}

FormId RealDomain::of_atom(FormId atom) { return forms_.real({{{{atom, 1}}, Rational(1)}}, 0); }

// The greatest of all numbers, or the least.
FormId RealDomain::infinity(int sign) {
  const auto format = static_cast<std::uint64_t>(FloatFormat::F64);
  const FormId atom = forms_.intern({Tag::RealValue, 0, format, {forms_.constant(64, kInfinity)}, {}, {}});
  not_real_.insert(atom);
  return forms_.real({{{{atom, 1}}, Rational(sign)}}, 0);
}

FormId RealDomain::number_of_constant(std::uint64_t bits, FloatFormat f) {
  if (const auto value = rational_of(bits, f))
    return forms_.real(*value == 0 ? Polynomial{} : Polynomial{{{}, *value}}, 0);
  FloatOp op;
  op.operand = f;
  const int width = format_width(f);
  if ((bits & Forms::mask(width - 1)) == op.infinity_bits())
    return infinity((bits >> (width - 1) & 1) != 0 ? -1 : 1);
  const FormId nan = forms_.intern(
      {Tag::RealValue, 0, static_cast<std::uint64_t>(f), {forms_.constant(width, bits)}, {}, {}});
  not_real_.insert(nan);
  return of_atom(nan);
}

bool RealDomain::is_infinity(FormId atom) const {
  const Form& f = forms_.at(atom);
  return f.tag == Tag::RealValue && forms_.at(f.parts[0]).tag == Tag::Constant &&
         forms_.at(f.parts[0]).aux == kInfinity;
}

// 0 where it is not an infinity, or not in all cases.
int RealDomain::infinite_sign(FormId number) const {
  const Polynomial& p = forms_.polynomial(number);
  if (p.size() != 1) return 0;
  const auto& [monomial, coefficient] = *p.begin();
  if (monomial.size() != 1 || monomial.front().second != 1 || !is_infinity(monomial.front().first)) return 0;
  return coefficient < 0 ? -1 : 1;
}

bool RealDomain::is_real(FormId number) const {
  const Polynomial& p = forms_.polynomial(number);
  return std::all_of(p.begin(), p.end(), [this](const auto& term) {
    return std::all_of(term.first.begin(), term.first.end(),
                       [this](const auto& factor) { return !not_real_.contains(factor.first); });
  });
}

// In each case one of the two, not NaN. Side condition: what a sum, a product or a quotient is made of was taken for
// real numbers, so that an infinity stands alone where it is chosen.
bool RealDomain::is_real_or_infinite(FormId number) const {
  const Polynomial& p = forms_.polynomial(number);
  return std::all_of(p.begin(), p.end(), [this](const auto& term) {
    return std::all_of(term.first.begin(), term.first.end(), [this](const auto& factor) {
      const FormId atom = factor.first;
      return !not_real_.contains(atom) || is_infinity(atom) || forms_.at(atom).tag == Tag::RealLattice;
    });
  });
}

void RealDomain::take_for_real(FormId number) { conditions_.finite = conditions_.finite || !is_real(number); }

// The sign of infinity times a number that is not 0; 0 for all other products.
int RealDomain::infinite_product(FormId left, FormId right) const {
  for (const bool swapped : {false, true}) {
    const int sign = infinite_sign(swapped ? right : left);
    const Polynomial& factor = forms_.polynomial(swapped ? left : right);
    if (sign != 0 && factor.size() == 1 && factor.begin()->first.empty())
      return factor.begin()->second < 0 ? -sign : sign;
  }
  return 0;
}

// Infinities of one sign and real numbers add up to that infinity. In all other sums that have parts which may be none,
// each part is taken for a real number.
void RealDomain::note_part(InfiniteParts& parts, FormId number, const Rational& coefficient) const {
  if (is_real(number)) return;
  const int sign = coefficient < 0 ? -infinite_sign(number) : infinite_sign(number);
  parts.open = parts.open || sign == 0 || coefficient == 0 || parts.sign == -sign;
  parts.sign = sign;
}

}  // namespace warpproof::equivalence
