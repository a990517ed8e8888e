// Floating point in normal forms: bits up to commutation, numbers over the reals.
#include <algorithm>
#include <bit>

#include "checker/equivalence/float_words.h"
#include "checker/equivalence/normal_form.h"
#include "checker/equivalence/rational.h"
#include "src/term/float_eval.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kDiagramNodes = 400'000;  // that one choice or extreme may add
constexpr std::size_t kMostMonomials = 4096;  // of a product
constexpr std::size_t kGatedMonomials = 40;   // of a choice that is taken apart
constexpr std::size_t kLatticeNumbers = 4096;  // of one extreme, that are looked at

std::uint64_t tagged(Kind kind, std::uint64_t aux = 0) { return static_cast<std::uint64_t>(kind) | aux << 8; }

void add_scaled(Polynomial& sum, const Polynomial& p, const Rational& coefficient) {
  for (const auto& [monomial, c] : p) sum[monomial] += c * coefficient;
}

}  // namespace

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

namespace {

// A whole number next to a number. Formats have no part in it, and what is whole already stays so, whatever the direction.
struct Whole {
  FloatOp op;
  FormId of;
  bool already = false;
};
Whole whole_number(const Forms& forms, FormId of, FloatOp op) {
  op.operand = FloatFormat::F64;
  op.ftz = false;
  if (op.code == FloatCode::Cvt) op.result = FloatFormat::F64;
  const Polynomial& p = forms.polynomial(of);
  if (p.size() != 1 || p.begin()->second != 1 || p.begin()->first.size() != 1 || p.begin()->first.front().second != 1)
    return {op, of};
  const Form& inner = forms.at(p.begin()->first.front().first);
  const FloatOp before = FloatOp::unpack(inner.aux >> 8);
  const bool is_whole = inner.tag == Tag::Operation && (inner.aux & 0xff) == static_cast<std::uint64_t>(Kind::Float) &&
                        before.code == FloatCode::Cvt && before.rounding > FloatRounding::Rp && !before.saturate;
  if (!is_whole) return {op, of};
  op.rounding = before.rounding;
  return {op, inner.parts[0], true};
}

}  // namespace

Polynomial NormalForms::product(FormId left, FormId right) {
  if (const int sign = infinite_product(left, right)) return polynomial(infinity(sign));
  take_for_real(left);
  take_for_real(right);
  return product(polynomial(left), polynomial(right));
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

// Of sums, differences, fused products and changes of sign, from the root down.
FormId NormalForms::number_of_sum(Term root, FloatFormat f) {
  const std::vector<Term> order = sum(root, f, nullptr);
  InfiniteParts infinite;
  std::unordered_map<std::uint32_t, Rational> coefficients{{root.id, Rational(1)}};
  Polynomial out;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Rational coefficient = coefficients.at(it->id);
    const auto operands = graph_.operands(*it);
    const auto give = [&](Term x, const Rational& c) {
      if (in_sum(x, f)) {
        coefficients[x.id] += c;
      } else {
        note_part(infinite, known_number(x, f), c);
        add_scaled(out, polynomial(known_number(x, f)), c);
      }
    };
    if (graph_.kind(*it) == Kind::Xor) {
      give(operands[0], -coefficient);
      continue;
    }
    const FloatCode code = FloatOp::unpack(graph_.aux(*it)).code;
    if (code == FloatCode::Fma) {
      const FormId factors = forms_.real(product(known_number(operands[0], f), known_number(operands[1], f)), 0);
      note_part(infinite, factors, coefficient);
      add_scaled(out, polynomial(factors), coefficient);
      give(operands[2], coefficient);
      continue;
    }
    give(operands[0], coefficient);
    give(operands[1], code == FloatCode::Sub ? Rational(-coefficient) : coefficient);
  }
  const auto is_sum = [this](Term t) { return graph_.kind(t) == Kind::Float; };
  if (std::any_of(order.begin(), order.end(), is_sum)) {
    if (infinite.sign != 0 && !infinite.open) return infinity(infinite.sign);
    conditions_.finite = conditions_.finite || infinite.open;
  }
  return forms_.real(std::move(out), 0);
}

FormId NormalForms::number_of_order(Term root, FloatFormat f) {
  diagrams_.allow(kDiagramNodes);
  for (const Term t : order(root, f, nullptr)) {
    const std::uint64_t here = key({t, number_in(f)});
    if (reals_.contains(here)) continue;
    const bool minimum = FloatOp::unpack(graph_.aux(t)).code == FloatCode::Min;
    Diagram out = minimum ? DecisionDiagrams::kTrue : DecisionDiagrams::kFalse;
    for (const Term x : graph_.operands(t)) {
      const Diagram d =
          in_order(x, f) ? reals_.at(key({x, number_in(f)})) : number_leaf(known_number(x, f));
      out = minimum ? diagrams_.conj(out, d) : diagrams_.disj(out, d);
    }
    reals_[here] = out;
  }
  return number_of_lattice(reals_.at(key({root, number_in(f)})));
}

// Numbers in lattices are variables by their forms; an extreme is what it is an extreme of.
NormalForms::Diagram NormalForms::number_leaf(FormId id) {
  if (const int sign = infinite_sign(id)) return sign > 0 ? DecisionDiagrams::kTrue : DecisionDiagrams::kFalse;
  if (!is_real_or_infinite(id)) throw FormLimit();  // of a NaN and x the least is x, which no order has
  const Polynomial& p = polynomial(id);
  if (p.size() == 1 && p.begin()->second == 1 && p.begin()->first.size() == 1 &&
      p.begin()->first.front().second == 1) {
    const Form& atom = forms_.at(p.begin()->first.front().first);
    if (atom.tag == Tag::RealLattice) return static_cast<Diagram>(atom.aux);
  }
  return diagrams_.variable(id);
}

FormId NormalForms::number_of_lattice(Diagram d) {
  if (d <= DecisionDiagrams::kTrue) return infinity(d == DecisionDiagrams::kTrue ? 1 : -1);
  std::uint32_t atom = 0;
  if (diagrams_.is_variable(d, atom)) return atom;
  const FormId out = forms_.intern({Tag::RealLattice, 0, d, {}, {}, {}});
  const auto of = diagrams_.support(d, kLatticeNumbers);
  const bool real = of && std::all_of(of->begin(), of->end(), [this](FormId x) { return is_real(x); });
  if (!real) not_real_.insert(out);
  return of_atom(out);
}

// Nothing for 1 / 0.
std::optional<Polynomial> NormalForms::inverse(FormId number) {
  const Polynomial& p = polynomial(number);
  take_for_real(number);
  if (p.empty()) return {};
  if (p.size() == 1 && p.begin()->first.empty()) return Polynomial{{{}, 1 / p.begin()->second}};
  conditions_.divisor_not_zero = true;
  return Polynomial{{{{forms_.intern({Tag::RealInverse, 0, 0, {number}, {}, {}}), 1}}, Rational(1)}};
}

FormId NormalForms::number_of_operation(Term t, FloatOp op) {
  const auto operands = graph_.operands(t);
  const auto of = [&](std::size_t i) { return known_number(operands[i], op.operand); };
  if (op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned) {
    // An integer is the same number in every format.
    FloatOp plain;
    plain.code = op.code;
    plain.operand = op.operand;
    plain.result = FloatFormat::F64;
    plain.saturate = op.saturate;
    return of_atom(forms_.operation(tagged(Kind::Float, plain.pack()), 0, {known(operands[0])}));
  }
  const bool rounds_to_format = op.rounding <= FloatRounding::Rp;
  if (op.code == FloatCode::Cvt && op.saturate && rounds_to_format && is_real_or_infinite(of(0))) {
    // Between 0 and 1: the lesser of 1 and of what is greater, it or 0.
    diagrams_.allow(kDiagramNodes);
    const Diagram zero = number_leaf(forms_.real({}, 0)), one = number_leaf(forms_.real({{{}, Rational(1)}}, 0));
    return number_of_lattice(diagrams_.conj(diagrams_.disj(number_leaf(of(0)), zero), one));
  }
  if (op.code == FloatCode::Cvt && !op.saturate && !rounds_to_format) {
    const Whole whole = whole_number(forms_, of(0), op);
    if (whole.already) return of(0);
    const FormId out = forms_.operation(tagged(Kind::Float, whole.op.pack()), 0, {whole.of});
    if (!is_real(whole.of)) not_real_.insert(out);
    return of_atom(out);
  }
  if (!op.saturate && !op.approximate) {
    switch (op.code) {
      case FloatCode::Mul:
        return forms_.real(product(of(0), of(1)), 0);
      case FloatCode::Div:
      case FloatCode::Rcp: {
        const auto divisor = inverse(of(operands.size() - 1));
        if (!divisor) throw FormLimit();
        if (op.code == FloatCode::Rcp) return forms_.real(*divisor, 0);
        take_for_real(of(0));
        return forms_.real(product(polynomial(of(0)), *divisor), 0);
      }
      case FloatCode::Neg: {
        Polynomial p;
        add_scaled(p, polynomial(of(0)), Rational(-1));
        return forms_.real(std::move(p), 0);
      }
      case FloatCode::Abs:
        return magnitude(polynomial(of(0)));
      case FloatCode::Cvt:
        if (op.rounding <= FloatRounding::Rp) return known_number(operands[0], op.operand);
        break;
      default:
        break;
    }
  }
  // 2 to the power of -infinity is 0, also where it is approximate (PTX ISA 9.x, ex2).
  if (op.code == FloatCode::Ex2 && infinite_sign(of(0)) < 0) return forms_.real({}, 0);
  // A function of its operands that nothing is known about.
  take_for_granted(op.code);
  std::vector<FormId> parts;
  for (std::size_t i = 0; i < operands.size(); ++i) parts.push_back(of(i));
  const FormId out = forms_.operation(tagged(Kind::Float, op.pack()), 0, parts);
  for (const FormId x : parts) {
    if (!is_real(x)) not_real_.insert(out);
  }
  return of_atom(out);
}

// |x| = |-x|.
FormId NormalForms::magnitude(Polynomial p) {
  if (p.empty()) return forms_.real({}, 0);
  const FormId number = forms_.real(p, 0);
  if (infinite_sign(number) != 0) return infinity(1);
  if (p.begin()->second < 0) {
    for (auto& [monomial, coefficient] : p) coefficient = -coefficient;
  }
  if (p.size() == 1 && p.begin()->first.empty()) return forms_.real(std::move(p), 0);
  FloatOp op;
  op.code = FloatCode::Abs;
  const FormId out = forms_.operation(tagged(Kind::Float, op.pack()), 0, {forms_.real(std::move(p), 0)});
  if (!is_real(number)) not_real_.insert(out);
  return of_atom(out);
}

// The real number that the word stands for in that format: what floating-point instructions compute, chosen,
// with its sign changed; of any other word, the number that its bits spell.
FormId NormalForms::number(Term t, FloatFormat f) {
  const auto operands = graph_.operands(t);
  if (graph_.is_const(t)) {
    return number_of_constant(graph_.value(t), f);
  } else if (in_sum(t, f)) {
    return number_of_sum(t, f);
  } else if (in_order(t, f)) {
    return number_of_order(t, f);
  } else if (const auto x = magnitude_of(graph_, t); x && graph_.width(t) == format_width(f)) {
    return magnitude(polynomial(known_number(*x, f)));
  } else if (const auto y = negative_magnitude_of(graph_, t); y && graph_.width(t) == format_width(f)) {
    Polynomial p;
    add_scaled(p, polynomial(magnitude(polynomial(known_number(*y, f)))), Rational(-1));
    return forms_.real(std::move(p), 0);
  } else if (const auto z = with_given_sign(graph_, t); z && graph_.width(t) == format_width(f)) {
    diagrams_.allow(kDiagramNodes);
    const FormId plus = magnitude(polynomial(known_number(z->whole, f)));
    Polynomial minus;
    add_scaled(minus, polynomial(plus), Rational(-1));
    return choose_real(diagram_of(known(z->sign)), forms_.real(std::move(minus), 0), plus);
  } else if (const auto w = widened_bfloat(graph_, t); w && f == FloatFormat::F32) {
    return known_number(*w, FloatFormat::BF16);  // exactly, whatever the bits
  } else if (graph_.kind(t) == Kind::Ite) {
    diagrams_.allow(kDiagramNodes);
    const Diagram condition = diagram_of(known(operands[0]));
    const FormId a = known_number(operands[1], f), b = known_number(operands[2], f);
    if (const auto extreme = chosen_extreme(condition, a, b)) return *extreme;
    return choose_real(condition, a, b);
  } else if (graph_.kind(t) == Kind::Float) {
    const FloatOp op = FloatOp::unpack(graph_.aux(t));
    if (made_format(op) == f) return number_of_operation(t, op);
  }
  if (const Form& bits = forms_.at(known(t)); bits.tag == Tag::Constant) return number_of_constant(bits.aux, f);
  return of_atom(forms_.intern({Tag::RealValue, 0, static_cast<std::uint64_t>(f), {known(t)}, {}, {}}));
}

// Comparisons, and numbers made integers: bits that numbers decide.
FormId NormalForms::compute_of_numbers(Term t, FloatOp op) {
  const auto operands = graph_.operands(t);
  const auto of = [&](std::size_t i) {
    const FormId number = known_number(operands[i], op.operand);
    if (!is_real_or_infinite(number)) throw FormLimit();  // a NaN is not the same as itself
    return polynomial(number);
  };
  if (op.code == FloatCode::Eq || op.code == FloatCode::Lt || op.code == FloatCode::Le) {
    const bool reversed = op.code == FloatCode::Le;  // not b < a
    Polynomial difference = of(reversed ? 1 : 0);
    add_scaled(difference, of(reversed ? 0 : 1), Rational(-1));
    if (reversed) op.code = FloatCode::Lt;
    const FormId out = compare_real(op, std::move(difference));
    return reversed ? of_diagram(diagrams_.negate(diagram_of(out)), 1) : out;
  }
  if (op.code == FloatCode::ToSigned || op.code == FloatCode::ToUnsigned) {
    const Whole whole = whole_number(forms_, known_number(operands[0], op.operand), op);
    return forms_.operation(tagged(Kind::Float, whole.op.pack()), graph_.width(t), {whole.of});
  }
  std::vector<FormId> parts;
  for (const Term x : operands) parts.push_back(known_number(x, op.operand));
  return forms_.operation(tagged(Kind::Float, op.pack()), graph_.width(t), std::move(parts));
}

namespace {

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

// What a word holds that is such a number: bits that spell it are the number, whatever they are. Side condition: one
// format of a width alone is taken to be spelled so, or a number of f16 and one of bf16, which rounding made other
// bits of, would be the same as they are both the same as one word (real_form_test.cpp).
FormId NormalForms::content_of(FormId number, FloatFormat f) {
  const int width = format_width(f);
  const Polynomial& p = polynomial(number);
  FloatOp of_format;
  of_format.operand = f;
  if (const int sign = infinite_sign(number)) {
    const std::uint64_t turned = sign < 0 ? 1ull << (width - 1) : 0;
    return forms_.constant(width, of_format.infinity_bits() | turned);
  }
  if (f == FloatFormat::BF16) return forms_.intern({Tag::Number, width, static_cast<std::uint64_t>(f), {number}, {}, {}});
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

FormId NormalForms::content(Term t) {
  if (floats_ == FloatMeaning::Exact) return form({t, kBits});
  look_for_floats();
  if (const auto format = format_of(t)) return content_of(form({t, number_in(*format)}), *format);
  const auto parts = parts_of_content(t);
  if (parts.empty()) return form({t, kBits});
  std::vector<FormId> forms;
  for (const Term x : parts) forms.push_back(content(x));
  return forms_.operation(tagged(Kind::Concat), graph_.width(t), std::move(forms));
}

bool NormalForms::same_content(Term a, Term b) {
  if (content(a) == content(b)) return true;
  if (floats_ == FloatMeaning::Exact || graph_.width(a) != graph_.width(b)) return false;
  const auto of_a = format_of(a), of_b = format_of(b);
  if (of_a.has_value() != of_b.has_value()) {
    const int side = number_in(of_a ? *of_a : *of_b);
    if (format_width(of_a ? *of_a : *of_b) == graph_.width(a) && form({a, side}) == form({b, side})) return true;
  }
  return form({a, kBits}) == form({b, kBits});
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
std::optional<FormId> NormalForms::chosen_extreme(Diagram condition, FormId a, FormId b) {
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
    Polynomial difference = polynomial(minimum ? a : b);
    add_scaled(difference, polynomial(minimum ? b : a), Rational(-1));
    if (!is_real_or_infinite(a) || !is_real_or_infinite(b)) continue;
    if (compare_real(less_than, std::move(difference)) != atom) continue;
    const Diagram left = number_leaf(a), right = number_leaf(b);
    return number_of_lattice(minimum ? diagrams_.conj(left, right) : diagrams_.disj(left, right));
  }
  return std::nullopt;
}

FormId NormalForms::choose_real(Diagram condition, FormId a, FormId b) {
  if (diagrams_.at_zero(condition)) {
    condition = diagrams_.negate(condition);
    std::swap(a, b);
  }
  const FormId predicate = of_diagram(condition, 1);
  Polynomial sum = polynomial(b), difference = polynomial(a);
  add_scaled(difference, sum, Rational(-1));
  std::erase_if(difference, [](const auto& entry) { return entry.second == 0; });
  if (difference.size() > kGatedMonomials) {
    const FormId out = forms_.operation(tagged(Kind::Ite), 0, {predicate, a, b});
    if (!is_real(a) || !is_real(b)) not_real_.insert(out);
    return of_atom(out);
  }
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
  return forms_.real(std::move(sum), 0);
}

}  // namespace warpproof::equivalence
