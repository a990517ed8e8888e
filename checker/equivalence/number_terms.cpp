#include "checker/equivalence/number_terms.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "checker/equivalence/float_words.h"

namespace warpproof::equivalence {

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
  if (p.size() != 1 || p.begin()->second != 1 || p.begin()->first.size() != 1 ||
      p.begin()->first.front().second != 1)
    return {op, of};
  const Form& inner = forms.at(p.begin()->first.front().first);
  const FloatOp before = FloatOp::unpack(inner.aux >> 8);
  const bool is_whole =
      inner.tag == Tag::Operation && (inner.aux & 0xff) == static_cast<std::uint64_t>(Kind::Float) &&
      before.code == FloatCode::Cvt && before.rounding > FloatRounding::Rp && !before.saturate;
  if (!is_whole) return {op, of};
  op.rounding = before.rounding;
  return {op, inner.parts[0], true};
}

}  // namespace

// The real number that the word stands for in that format: what floating-point instructions compute, chosen,
// with its sign changed; of any other word, the number that its bits spell.
FormId NumberTerms::number(Term t, FloatFormat f) {
  const auto operands = graph_.operands(t);
  if (graph_.is_const(t)) {
    return domain_.number_of_constant(graph_.value(t), f);
  } else if (regions_.in_sum(t, f)) {
    return number_of_sum(t, f);
  } else if (regions_.in_order(t, f)) {
    return number_of_order(t, f);
  } else if (const auto x = magnitude_of(graph_, t); x && graph_.width(t) == format_width(f)) {
    return reals_.magnitude(forms_.polynomial(known_.number(*x, f)));
  } else if (const auto y = negative_magnitude_of(graph_, t); y && graph_.width(t) == format_width(f)) {
    Polynomial p;
    add_scaled(p, forms_.polynomial(reals_.magnitude(forms_.polynomial(known_.number(*y, f)))), Rational(-1));
    return forms_.real(std::move(p), 0);
  } else if (const auto z = with_given_sign(graph_, t); z && graph_.width(t) == format_width(f)) {
    diagrams_.allow(kDiagramNodes);
    const FormId plus = reals_.magnitude(forms_.polynomial(known_.number(z->whole, f)));
    Polynomial minus;
    add_scaled(minus, forms_.polynomial(plus), Rational(-1));
    return reals_.choose(store_.diagram_of(known_.of(z->sign)), forms_.real(std::move(minus), 0), plus);
  } else if (const auto w = widened_bfloat(graph_, t); w && f == FloatFormat::F32) {
    return known_.number(*w, FloatFormat::BF16);  // exactly, whatever the bits
  } else if (graph_.kind(t) == Kind::Ite) {
    diagrams_.allow(kDiagramNodes);
    const Diagram condition = store_.diagram_of(known_.of(operands[0]));
    const FormId a = known_.number(operands[1], f), b = known_.number(operands[2], f);
    if (const auto extreme = reals_.chosen_extreme(condition, a, b)) return *extreme;
    return reals_.choose(condition, a, b);
  } else if (graph_.kind(t) == Kind::Float) {
    const FloatOp op = FloatOp::unpack(graph_.aux(t));
    if (made_format(op) == f) return number_of_operation(t, op);
  }
  if (const Form& bits = forms_.at(known_.of(t)); bits.tag == Tag::Constant)
    return domain_.number_of_constant(bits.aux, f);
  return domain_.of_atom(
      forms_.intern({Tag::RealValue, 0, static_cast<std::uint64_t>(f), {known_.of(t)}, {}, {}}));
}

// Of sums, differences, fused products and changes of sign, from the root down.
FormId NumberTerms::number_of_sum(Term root, FloatFormat f) {
  const std::vector<Term> order = regions_.sum(root, f, nullptr);
  RealDomain::InfiniteParts infinite;
  std::unordered_map<std::uint32_t, Rational> coefficients{{root.id, Rational(1)}};
  Polynomial out;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const Rational coefficient = coefficients.at(it->id);
    const auto operands = graph_.operands(*it);
    const auto give = [&](Term x, const Rational& c) {
      if (regions_.in_sum(x, f)) {
        coefficients[x.id] += c;
      } else {
        domain_.note_part(infinite, known_.number(x, f), c);
        add_scaled(out, forms_.polynomial(known_.number(x, f)), c);
      }
    };
    if (graph_.kind(*it) == Kind::Xor) {
      give(operands[0], -coefficient);
      continue;
    }
    const FloatCode code = FloatOp::unpack(graph_.aux(*it)).code;
    if (code == FloatCode::Fma) {
      const FormId factors =
          forms_.real(reals_.product(known_.number(operands[0], f), known_.number(operands[1], f)), 0);
      domain_.note_part(infinite, factors, coefficient);
      add_scaled(out, forms_.polynomial(factors), coefficient);
      give(operands[2], coefficient);
      continue;
    }
    give(operands[0], coefficient);
    give(operands[1], code == FloatCode::Sub ? Rational(-coefficient) : coefficient);
  }
  const auto is_sum = [this](Term t) { return graph_.kind(t) == Kind::Float; };
  if (std::any_of(order.begin(), order.end(), is_sum)) {
    if (infinite.sign != 0 && !infinite.open) return domain_.infinity(infinite.sign);
    domain_.conditions().finite |= infinite.open;
  }
  return forms_.real(std::move(out), 0);
}

FormId NumberTerms::number_of_order(Term root, FloatFormat f) {
  diagrams_.allow(kDiagramNodes);
  for (const Term t : regions_.order(root, f, nullptr)) {
    const std::uint64_t here = Look{t, Look::number_in(f)}.key();
    if (extremes_.contains(here)) continue;
    const bool minimum = FloatOp::unpack(graph_.aux(t)).code == FloatCode::Min;
    Diagram out = minimum ? DecisionDiagrams::kTrue : DecisionDiagrams::kFalse;
    for (const Term x : graph_.operands(t)) {
      const Diagram d = regions_.in_order(x, f) ? extremes_.at(Look{x, Look::number_in(f)}.key())
                                                : reals_.leaf(known_.number(x, f));
      out = minimum ? diagrams_.conj(out, d) : diagrams_.disj(out, d);
    }
    extremes_[here] = out;
  }
  return reals_.of_lattice(extremes_.at(Look{root, Look::number_in(f)}.key()));
}

FormId NumberTerms::number_of_operation(Term t, FloatOp op) {
  const auto operands = graph_.operands(t);
  const auto of = [&](std::size_t i) { return known_.number(operands[i], op.operand); };
  if (op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned) {
    // An integer is the same number in every format.
    FloatOp plain;
    plain.code = op.code;
    plain.operand = op.operand;
    plain.result = FloatFormat::F64;
    plain.saturate = op.saturate;
    return domain_.of_atom(forms_.operation(tagged(Kind::Float, plain.pack()), 0, {known_.of(operands[0])}));
  }
  const bool rounds_to_format = op.rounding <= FloatRounding::Rp;
  if (op.code == FloatCode::Cvt && op.saturate && rounds_to_format && domain_.is_real_or_infinite(of(0))) {
    // Between 0 and 1: the lesser of 1 and of what is greater, it or 0.
    diagrams_.allow(kDiagramNodes);
    const Diagram zero = reals_.leaf(forms_.real({}, 0)),
                  one = reals_.leaf(forms_.real({{{}, Rational(1)}}, 0));
    return reals_.of_lattice(diagrams_.conj(diagrams_.disj(reals_.leaf(of(0)), zero), one));
  }
  if (op.code == FloatCode::Cvt && !op.saturate && !rounds_to_format) {
    const Whole whole = whole_number(forms_, of(0), op);
    if (whole.already) return of(0);
    const FormId out = forms_.operation(tagged(Kind::Float, whole.op.pack()), 0, {whole.of});
    if (!domain_.is_real(whole.of)) domain_.may_be_no_number(out);
    return domain_.of_atom(out);
  }
  if (!op.saturate && !op.approximate) {
    switch (op.code) {
      case FloatCode::Mul:
        return forms_.real(reals_.product(of(0), of(1)), 0);
      case FloatCode::Div:
      case FloatCode::Rcp: {
        const auto divisor = reals_.inverse(of(operands.size() - 1));
        if (!divisor) throw FormLimit();
        if (op.code == FloatCode::Rcp) return forms_.real(*divisor, 0);
        domain_.take_for_real(of(0));
        return forms_.real(reals_.product(forms_.polynomial(of(0)), *divisor), 0);
      }
      case FloatCode::Neg: {
        Polynomial p;
        add_scaled(p, forms_.polynomial(of(0)), Rational(-1));
        return forms_.real(std::move(p), 0);
      }
      case FloatCode::Abs:
        return reals_.magnitude(forms_.polynomial(of(0)));
      case FloatCode::Cvt:
        if (op.rounding <= FloatRounding::Rp) return known_.number(operands[0], op.operand);
        break;
      default:
        break;
    }
  }
  // 2 to the power of -infinity is 0, also where it is approximate (PTX ISA 9.x, ex2).
  if (op.code == FloatCode::Ex2 && domain_.infinite_sign(of(0)) < 0) return forms_.real({}, 0);
  // A function of its operands that nothing is known about.
  domain_.take_for_granted(op.code);
  std::vector<FormId> parts;
  for (std::size_t i = 0; i < operands.size(); ++i) parts.push_back(of(i));
  const FormId out = forms_.operation(tagged(Kind::Float, op.pack()), 0, parts);
  for (const FormId x : parts) {
    if (!domain_.is_real(x)) domain_.may_be_no_number(out);
  }
  return domain_.of_atom(out);
}

// Comparisons, and numbers made integers: bits that numbers decide.
FormId NumberTerms::of_numbers(Term t, FloatOp op) {
  const auto operands = graph_.operands(t);
  const auto of = [&](std::size_t i) {
    const FormId number = known_.number(operands[i], op.operand);
    if (!domain_.is_real_or_infinite(number)) throw FormLimit();  // a NaN is not the same as itself
    return forms_.polynomial(number);
  };
  if (op.code == FloatCode::Eq || op.code == FloatCode::Lt || op.code == FloatCode::Le) {
    const bool reversed = op.code == FloatCode::Le;  // not b < a
    Polynomial difference = of(reversed ? 1 : 0);
    add_scaled(difference, of(reversed ? 0 : 1), Rational(-1));
    if (reversed) op.code = FloatCode::Lt;
    const FormId out = reals_.compare(op, std::move(difference));
    return reversed ? store_.of_diagram(diagrams_.negate(store_.diagram_of(out)), 1) : out;
  }
  if (op.code == FloatCode::ToSigned || op.code == FloatCode::ToUnsigned) {
    const Whole whole = whole_number(forms_, known_.number(operands[0], op.operand), op);
    return forms_.operation(tagged(Kind::Float, whole.op.pack()), graph_.width(t), {whole.of});
  }
  std::vector<FormId> parts;
  for (const Term x : operands) parts.push_back(known_.number(x, op.operand));
  return forms_.operation(tagged(Kind::Float, op.pack()), graph_.width(t), std::move(parts));
}

FormId NumberTerms::exact(Term t, FloatOp op) {
  std::vector<FormId> parts;
  for (const Term x : graph_.operands(t)) parts.push_back(known_.of(x));
  if (op.code == FloatCode::Sub) {  // a - b is a + (-b), signed zeros, NaN and rounding included
    op.code = FloatCode::Add;
    const int width = op.operand_width();
    const FormId sign = forms_.constant(width, 1ull << (width - 1));
    parts[1] =
        store_.of_diagram(diagrams_.parity(store_.diagram_of(parts[1]), store_.diagram_of(sign)), width);
  }
  if (op.commutes() && parts[1] < parts[0]) std::swap(parts[0], parts[1]);
  return forms_.operation(tagged(Kind::Float, op.pack()), graph_.width(t), std::move(parts));
}

}  // namespace warpproof::equivalence
