#include "checker/equivalence/real_algebra.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include "checker/equivalence/rational.h"
#include "src/term/float_eval.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostMonomials = 4096;   // of a product
constexpr std::size_t kGatedMonomials = 40;    // of a choice that is taken apart
constexpr std::size_t kLatticeNumbers = 4096;  // of one extreme, that are looked at

// The pattern of a number that the format has.
std::optional<std::uint64_t> pattern_of(const Rational& value, FloatFormat f) {
  FloatOp op;
  op.code = FloatCode::Cvt;
  op.operand = FloatFormat::F64;
  op.result = f;
  const std::uint64_t wide = std::bit_cast<std::uint64_t>(value.convert_to<double>());
  const std::uint64_t in[] = {wide};
  const std::uint64_t bits = f == FloatFormat::F64 ? wide : float_eval(op.pack(), in);
  return rational_of(bits, f) == value ? std::optional(bits) : std::nullopt;
}

}  // namespace

void add_scaled(Polynomial& sum, const Polynomial& p, const Rational& coefficient) {
  for (const auto& [monomial, c] : p) sum[monomial] += c * coefficient;
}

Polynomial RealAlgebra::product(FormId left, FormId right) {
  if (const int sign = domain_.infinite_product(left, right))
    return forms_.polynomial(domain_.infinity(sign));
  domain_.take_for_real(left);
  domain_.take_for_real(right);
  return product(forms_.polynomial(left), forms_.polynomial(right));
}

Polynomial RealAlgebra::product(const Polynomial& a, const Polynomial& b) {
  Polynomial out;
  if (a.size() * b.size() > kMostMonomials) {
    FormId left = forms_.real(a, 0), right = forms_.real(b, 0);
    if (right < left) std::swap(left, right);
    out[{{forms_.operation(tagged(Kind::Mul), 0, {left, right}), 1}}] = 1;
    return out;
  }
  for (const auto& [x, c] : a) {
    for (const auto& [y, d] : b) {
      std::map<FormId, std::uint32_t> factors(x.begin(), x.end());
      for (const auto& [atom, exponent] : y) factors[atom] += exponent;
      out[Monomial(factors.begin(), factors.end())] += c * d;
    }
  }
  return out;
}

// Nothing for 1 / 0.
std::optional<Polynomial> RealAlgebra::inverse(FormId number) {
  const Polynomial& p = forms_.polynomial(number);
  domain_.take_for_real(number);
  if (p.empty()) return {};
  if (p.size() == 1 && p.begin()->first.empty()) return Polynomial{{{}, 1 / p.begin()->second}};
  domain_.conditions().divisor_not_zero = true;
  return Polynomial{{{{forms_.intern({Tag::RealInverse, 0, 0, {number}, {}, {}}), 1}}, Rational(1)}};
}

// |x| = |-x|.
FormId RealAlgebra::magnitude(Polynomial p) {
  if (p.empty()) return forms_.real({}, 0);
  const FormId number = forms_.real(p, 0);
  if (domain_.infinite_sign(number) != 0) return domain_.infinity(1);
  if (p.begin()->second < 0) {
    for (auto& [monomial, coefficient] : p) coefficient = -coefficient;
  }
  if (p.size() == 1 && p.begin()->first.empty()) return forms_.real(std::move(p), 0);
  FloatOp op;
  op.code = FloatCode::Abs;
  const FormId out = forms_.operation(tagged(Kind::Float, op.pack()), 0, {forms_.real(std::move(p), 0)});
  if (!domain_.is_real(number)) domain_.may_be_no_number(out);
  return domain_.of_atom(out);
}

FormId RealAlgebra::compare(FloatOp op, Polynomial difference) {
  std::erase_if(difference, [](const auto& entry) { return entry.second == 0; });
  const bool equality = op.code == FloatCode::Eq;
  if (difference.empty()) return forms_.constant(1, equality);
  if (difference.size() == 1 && difference.begin()->first.empty()) {
    return forms_.constant(1, !equality && difference.begin()->second < 0);
  }
  Rational scale = difference.begin()->second;
  if (!equality && scale < 0) scale = -scale;
  for (auto& [monomial, coefficient] : difference) coefficient /= scale;
  const FormId of = forms_.real(std::move(difference), 0);
  return forms_.intern({equality ? Tag::RealIsZero : Tag::RealBelowZero, 1, 0, {of}, {}, {}});
}

// a < b ? a : b is the smaller of the two, a < b ? b : a the greater; nothing if it is neither.
std::optional<FormId> RealAlgebra::chosen_extreme(Diagram condition, FormId a, FormId b) {
  std::uint32_t atom = 0;
  FloatOp less_than;
  less_than.code = FloatCode::Lt;
  if (diagrams_.at_zero(condition)) {
    condition = diagrams_.negate(condition);
    std::swap(a, b);
  }
  if (!diagrams_.is_variable(condition, atom) || forms_.at(atom).tag != Tag::RealBelowZero)
    return std::nullopt;
  for (const bool minimum : {true, false}) {
    Polynomial difference = forms_.polynomial(minimum ? a : b);
    add_scaled(difference, forms_.polynomial(minimum ? b : a), Rational(-1));
    if (!domain_.is_real_or_infinite(a) || !domain_.is_real_or_infinite(b)) continue;
    if (compare(less_than, std::move(difference)) != atom) continue;
    const Diagram left = leaf(a), right = leaf(b);
    return of_lattice(minimum ? diagrams_.conj(left, right) : diagrams_.disj(left, right));
  }
  return std::nullopt;
}

FormId RealAlgebra::choose(Diagram condition, FormId a, FormId b) {
  if (diagrams_.at_zero(condition)) {
    condition = diagrams_.negate(condition);
    std::swap(a, b);
  }
  const FormId predicate = store_.of_diagram(condition, 1);
  Polynomial sum = forms_.polynomial(b), difference = forms_.polynomial(a);
  add_scaled(difference, sum, Rational(-1));
  std::erase_if(difference, [](const auto& entry) { return entry.second == 0; });
  if (difference.size() > kGatedMonomials) {
    const FormId out = forms_.operation(tagged(Kind::Ite), 0, {predicate, a, b});
    if (!domain_.is_real(a) || !domain_.is_real(b)) domain_.may_be_no_number(out);
    return domain_.of_atom(out);
  }
  // c ? m : 0 is m times the atom "1 where c".
  const FormId open = store_.gate(predicate, forms_.constant(1, 1), 0);
  for (const auto& [monomial, coefficient] : difference) {
    std::map<FormId, std::uint32_t> factors(monomial.begin(), monomial.end());
    Diagram together = condition;
    for (auto it = factors.begin(); it != factors.end();) {
      const Form f = forms_.at(it->first);
      const bool is_gate = f.tag == Tag::Gate;
      if (is_gate) together = diagrams_.conj(together, store_.diagram_of(f.parts[0]));
      it = is_gate ? factors.erase(it) : std::next(it);
    }
    if (together == DecisionDiagrams::kFalse) continue;
    factors[together == condition ? open
                                  : store_.gate(store_.of_diagram(together, 1), forms_.constant(1, 1), 0)] =
        1;
    sum[Monomial(factors.begin(), factors.end())] += coefficient;
  }
  return forms_.real(std::move(sum), 0);
}

// Numbers in lattices are variables by their forms; an extreme is what it is an extreme of.
DecisionDiagrams::Diagram RealAlgebra::leaf(FormId id) {
  if (const int sign = domain_.infinite_sign(id))
    return sign > 0 ? DecisionDiagrams::kTrue : DecisionDiagrams::kFalse;
  if (!domain_.is_real_or_infinite(id))
    throw FormLimit();  // of a NaN and x the least is x, which no order has
  const Polynomial& p = forms_.polynomial(id);
  if (p.size() == 1 && p.begin()->second == 1 && p.begin()->first.size() == 1 &&
      p.begin()->first.front().second == 1) {
    const Form& atom = forms_.at(p.begin()->first.front().first);
    if (atom.tag == Tag::RealLattice) return static_cast<Diagram>(atom.aux);
  }
  return diagrams_.variable(id);
}

FormId RealAlgebra::of_lattice(Diagram d) {
  if (d <= DecisionDiagrams::kTrue) return domain_.infinity(d == DecisionDiagrams::kTrue ? 1 : -1);
  std::uint32_t atom = 0;
  if (diagrams_.is_variable(d, atom)) return atom;
  const FormId out = forms_.intern({Tag::RealLattice, 0, d, {}, {}, {}});
  const auto of = diagrams_.support(d, kLatticeNumbers);
  const bool real =
      of && std::all_of(of->begin(), of->end(), [this](FormId x) { return domain_.is_real(x); });
  if (!real) domain_.may_be_no_number(out);
  return domain_.of_atom(out);
}

// What a word holds that is such a number: bits that spell it are the number, whatever they are. Side condition: one
// format of a width alone is taken to be spelled so, or a number of f16 and one of bf16, which rounding made other
// bits of, would be the same as they are both the same as one word (real_form_test.cpp).
FormId RealAlgebra::content_of(FormId number, FloatFormat f) {
  const int width = format_width(f);
  const Polynomial& p = forms_.polynomial(number);
  FloatOp of_format;
  of_format.operand = f;
  if (const int sign = domain_.infinite_sign(number)) {
    const std::uint64_t turned = sign < 0 ? 1ull << (width - 1) : 0;
    return forms_.constant(width, of_format.infinity_bits() | turned);
  }
  if (f == FloatFormat::BF16)
    return forms_.intern({Tag::Number, width, static_cast<std::uint64_t>(f), {number}, {}, {}});
  if (p.empty()) return forms_.constant(width, 0);
  const auto& [monomial, coefficient] = *p.begin();
  if (p.size() == 1 && monomial.empty()) {
    if (const auto bits = pattern_of(coefficient, f)) return forms_.constant(width, *bits);
  }
  if (p.size() == 1 && coefficient == 1 && monomial.size() == 1 && monomial.front().second == 1) {
    const Form& atom = forms_.at(monomial.front().first);
    if (atom.tag == Tag::RealValue && atom.aux == static_cast<std::uint64_t>(f)) return atom.parts[0];
  }
  return forms_.intern({Tag::Number, width, static_cast<std::uint64_t>(f), {number}, {}, {}});
}

}  // namespace warpproof::equivalence
