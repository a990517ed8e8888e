// Floating point in normal forms: up to commutation, or over the real numbers.
#include <algorithm>

#include "checker/equivalence/normal_form.h"
#include "checker/equivalence/rational.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostMonomials = 4096;  // of a product
constexpr std::size_t kGatedMonomials = 40;   // of a choice that is taken apart

std::uint64_t tagged(Kind kind, std::uint64_t aux = 0) { return static_cast<std::uint64_t>(kind) | aux << 8; }

void add_scaled(Polynomial& sum, const Polynomial& p, const Rational& coefficient) {
  for (const auto& [monomial, c] : p) sum[monomial] += c * coefficient;
}

}  // namespace

bool NormalForms::is_sign(Term t) const {
  const int width = graph_.width(t);
  return graph_.is_const(t) && (width == 16 || width == 32 || width == 64) &&
         graph_.value(t) == 1ull << (width - 1);
}

// -x is a change of the sign bit.
bool NormalForms::is_negation(Term t) const {
  return graph_.kind(t) == Kind::Xor && graph_.operands(t).size() == 2 && is_sign(graph_.operands(t)[1]);
}

// Infinity below the magnitude (term/rewrite_ite.cpp writes "is no number" so).
bool NormalForms::is_nan_test(Term t) const {
  if (graph_.kind(t) != Kind::Ult) return false;
  const Term infinity = graph_.operands(t)[0], magnitude = graph_.operands(t)[1];
  const int width = graph_.width(infinity);
  if (!graph_.is_const(infinity) || graph_.kind(magnitude) != Kind::And) return false;
  const std::uint64_t v = graph_.value(infinity);
  const bool known = width == 64   ? v == 0x7ff0000000000000ull
                     : width == 32 ? v == 0x7f800000u
                                   : width == 16 && (v == 0x7c00 || v == 0x7f80);
  const Term mask = graph_.operands(magnitude).back();
  return known && graph_.is_const(mask) && graph_.value(mask) == (1ull << (width - 1)) - 1;
}

FormId NormalForms::compute_float(Term t) {
  const FloatOp op = FloatOp::unpack(graph_.aux(t));
  return floats_ == FloatMeaning::Exact ? compute_exact_float(t, op) : compute_real(t, op);
}

FormId NormalForms::compute_exact_float(Term t, FloatOp op) {
  std::vector<FormId> parts;
  for (const Term x : graph_.operands(t)) parts.push_back(known(x));
  if (op.code == FloatCode::Sub) {  // a - b is a + (-b), signed zeros, NaN and rounding included
    op.code = FloatCode::Add;
    const int width = op.operand_width();
    const FormId sign = forms_.constant(width, 1ull << (width - 1));
    parts[1] = of_diagram(diagrams_.parity(diagram_of(parts[1]), diagram_of(sign)), width);
  }
  if (op.commutes() && parts[1] < parts[0]) std::swap(parts[0], parts[1]);
  return forms_.operation(tagged(Kind::Float, op.pack()), graph_.width(t), std::move(parts));
}

Polynomial NormalForms::real_view(FormId id, FloatFormat format) {
  const Form& f = forms_.at(id);
  if (f.tag == Tag::Real) return forms_.polynomial(id);
  if (f.tag == Tag::Constant) {
    if (const auto value = rational_of(f.aux, format))
      return *value == 0 ? Polynomial{} : Polynomial{{{}, *value}};
  }
  const FormId atom = forms_.intern({Tag::RealValue, 0, static_cast<std::uint64_t>(format), {id}, {}, {}});
  return {{{{atom, 1}}, Rational(1)}};
}

FormId NormalForms::of_polynomial(Polynomial p, FloatFormat format) {
  const int width = format_width(format);
  std::erase_if(p, [](const auto& entry) { return entry.second == 0; });
  if (p.empty()) return forms_.constant(width, 0);
  const auto& [monomial, coefficient] = *p.begin();
  if (p.size() == 1 && coefficient == 1 && monomial.size() == 1 && monomial.front().second == 1) {
    const Form& atom = forms_.at(monomial.front().first);
    if (atom.tag == Tag::RealValue && atom.aux == static_cast<std::uint64_t>(format)) return atom.parts[0];
  }
  return forms_.real(std::move(p), width);
}

Polynomial NormalForms::product(const Polynomial& a, const Polynomial& b) {
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

// Sums, differences, fused products and changes of sign, from the root down.
FormId NormalForms::compute_real_sum(Term root) {
  const std::vector<Term> order = interior(Region::RealSum, root, nullptr);
  FloatFormat format = graph_.width(root) == 64   ? FloatFormat::F64
                       : graph_.width(root) == 16 ? FloatFormat::F16
                                                  : FloatFormat::F32;
  for (const Term t : order) {
    if (graph_.kind(t) == Kind::Float) format = FloatOp::unpack(graph_.aux(t)).operand;
  }
  std::unordered_map<std::uint32_t, Rational> coefficients{{root.id, Rational(1)}};
  Polynomial sum;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Rational coefficient = coefficients.at(it->id);
    const auto operands = graph_.operands(*it);
    const auto give = [&](Term x, const Rational& c) {
      if (inside(Region::RealSum, root, x)) {
        coefficients[x.id] += c;
      } else {
        add_scaled(sum, real_view(known(x), format), c);
      }
    };
    if (graph_.kind(*it) == Kind::Xor) {
      give(operands[0], -coefficient);
      continue;
    }
    const FloatCode code = FloatOp::unpack(graph_.aux(*it)).code;
    if (code == FloatCode::Fma) {
      add_scaled(sum, product(real_view(known(operands[0]), format), real_view(known(operands[1]), format)),
                 coefficient);
      give(operands[2], coefficient);
      continue;
    }
    give(operands[0], coefficient);
    give(operands[1], code == FloatCode::Sub ? Rational(-coefficient) : coefficient);
  }
  return of_polynomial(std::move(sum), format);
}

FormId NormalForms::compute_real(Term t, FloatOp op) {
  const auto operands = graph_.operands(t);
  const auto view = [&](std::size_t i) { return real_view(known(operands[i]), op.operand); };
  const auto inverse = [&](const Polynomial& p) -> Polynomial {
    if (p.size() == 1 && p.begin()->first.empty()) return {{{}, 1 / p.begin()->second}};
    const FormId of = forms_.real(p, 0);
    return {{{{forms_.intern({Tag::RealInverse, 0, 0, {of}, {}, {}}), 1}}, Rational(1)}};
  };
  if (!op.saturate && !op.approximate) {
    switch (op.code) {
      case FloatCode::Mul:
        return of_polynomial(product(view(0), view(1)), op.operand);
      case FloatCode::Div:
        return of_polynomial(product(view(0), inverse(view(1))), op.operand);
      case FloatCode::Rcp:
        return of_polynomial(inverse(view(0)), op.operand);
      case FloatCode::Neg: {
        Polynomial p;
        add_scaled(p, view(0), Rational(-1));
        return of_polynomial(std::move(p), op.operand);
      }
      case FloatCode::Cvt:
        if (op.rounding <= FloatRounding::Rp) return of_polynomial(view(0), op.result);
        break;
      case FloatCode::Eq:
      case FloatCode::Lt: {
        Polynomial difference = view(0);
        add_scaled(difference, view(1), Rational(-1));
        return compare_real(op, std::move(difference));
      }
      case FloatCode::Le: {  // not b < a
        Polynomial difference = view(1);
        add_scaled(difference, view(0), Rational(-1));
        op.code = FloatCode::Lt;
        return of_diagram(diagrams_.negate(diagram_of(compare_real(op, std::move(difference)))), 1);
      }
      default:
        break;
    }
  }
  // A function of its operands that nothing is known about.
  std::vector<FormId> parts;
  const bool from_integer = op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    parts.push_back(from_integer ? known(operands[i]) : of_polynomial(view(i), op.operand));
  }
  return forms_.operation(tagged(Kind::Float, op.pack()), graph_.width(t), std::move(parts));
}

FormId NormalForms::compare_real(FloatOp op, Polynomial difference) {
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
std::optional<FormId> NormalForms::chosen_extreme(Diagram condition, FormId a, FormId b, int width) {
  std::uint32_t atom = 0;
  FloatOp less_than;
  less_than.code = FloatCode::Lt;
  if (diagrams_.at_zero(condition)) {
    condition = diagrams_.negate(condition);
    std::swap(a, b);
  }
  if (!diagrams_.is_variable(condition, atom) || forms_.at(atom).tag != Tag::RealBelowZero)
    return std::nullopt;
  for (const FloatFormat format : {FloatFormat::F32, FloatFormat::F64, FloatFormat::F16, FloatFormat::BF16}) {
    if (format_width(format) != width) continue;
    for (const bool minimum : {true, false}) {
      Polynomial difference = real_view(minimum ? a : b, format);
      add_scaled(difference, real_view(minimum ? b : a, format), Rational(-1));
      if (compare_real(less_than, std::move(difference)) != atom) continue;
      const Diagram left = order_leaf(a, Tag::RealLattice), right = order_leaf(b, Tag::RealLattice);
      return of_order(minimum ? diagrams_.conj(left, right) : diagrams_.disj(left, right), Tag::RealLattice,
                      width);
    }
  }
  return std::nullopt;
}

FormId NormalForms::choose_real(Diagram condition, FormId a, FormId b, int width) {
  const FloatFormat format = width == 64   ? FloatFormat::F64
                             : width == 32 ? FloatFormat::F32
                                           : FloatFormat::F16;
  if (diagrams_.at_zero(condition)) {
    condition = diagrams_.negate(condition);
    std::swap(a, b);
  }
  const FormId predicate = of_diagram(condition, 1);
  Polynomial sum = real_view(b, format), difference = real_view(a, format);
  add_scaled(difference, sum, Rational(-1));
  std::erase_if(difference, [](const auto& entry) { return entry.second == 0; });
  if (width == 16 || difference.size() > kGatedMonomials)
    return forms_.operation(tagged(Kind::Ite), width, {predicate, a, b});
  // c ? m : 0 is m times the atom "1 where c".
  const FormId open = gate(predicate, forms_.constant(1, 1), 0);
  for (const auto& [monomial, coefficient] : difference) {
    std::map<FormId, std::uint32_t> factors(monomial.begin(), monomial.end());
    Diagram together = condition;
    for (auto it = factors.begin(); it != factors.end();) {
      const Form f = forms_.at(it->first);
      const bool is_gate = f.tag == Tag::Gate;
      if (is_gate) together = diagrams_.conj(together, diagram_of(f.parts[0]));
      it = is_gate ? factors.erase(it) : std::next(it);
    }
    if (together == DecisionDiagrams::kFalse) continue;
    factors[together == condition ? open : gate(of_diagram(together, 1), forms_.constant(1, 1), 0)] = 1;
    sum[Monomial(factors.begin(), factors.end())] += coefficient;
  }
  return of_polynomial(std::move(sum), format);
}

}  // namespace warpproof::equivalence
