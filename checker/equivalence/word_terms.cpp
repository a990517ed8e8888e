#include "checker/equivalence/word_terms.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "checker/equivalence/product_form.h"
#include "src/term/fold.h"
#include "src/term/term_forms.h"

namespace warpproof::equivalence {

FormId WordTerms::operator()(Term t) {
  const auto operands = graph_.operands(t);
  switch (graph_.kind(t)) {
    case Kind::Const:
      return forms_.constant(graph_.width(t), graph_.value(t));
    case Kind::Ite:
      return choice(t);
    case Kind::Extract:
      return extract(t);
    case Kind::Concat:
      return concat(t);
    case Kind::ZExt:
    case Kind::SExt:
      return extension(t);
    case Kind::Popc:
      return popcount(operands[0], graph_.width(t));
    case Kind::Eq:
      return parts_.equality(known_.of(operands[0]), known_.of(operands[1]));
    case Kind::Ult:
    case Kind::Slt:
      return less(t);
    case Kind::Clz:
      return first_set(t);
    case Kind::URem:
    case Kind::SRem:
      return remainder(t);
    default:
      return plain(t);
  }
}

FormId WordTerms::choice(Term t) {
  const auto operands = graph_.operands(t);
  const FormId a = known_.of(operands[1]), b = known_.of(operands[2]);
  diagrams_.allow(kDiagramNodes);
  const DecisionDiagrams::Diagram condition = store_.diagram_of(known_.of(operands[0]));
  if (const auto by_order = chosen_by_order_(condition, a, b, graph_.width(t))) return *by_order;
  return gated_.choose(condition, a, b, graph_.width(t));
}

FormId WordTerms::extract(Term t) {
  const Term operand = graph_.operands(t)[0];
  const FormId whole = known_.of(operand);
  const int width = graph_.width(t);
  // Whole bytes of memory are what a smaller load reads.
  if (graph_.kind(operand) == Kind::Read && graph_.aux(t) % 8 == 0 && width % 8 == 0 &&
      std::has_single_bit(static_cast<unsigned>(width))) {
    const Term address = graph_.operands(operand)[0];
    LinearSum offset;
    forms_.add(offset, known_.of(address), 1);
    offset.constant += graph_.aux(t) / 8;
    return forms_.operation(tagged(Kind::Read, graph_.aux(operand)), width,
                            {forms_.linear(offset, graph_.width(address))});
  }
  if (graph_.aux(t) == 0 && width > 1) return parts_.truncated(whole, width);
  const FormId plain = forms_.operation(tagged(Kind::Extract, graph_.aux(t)), width, {whole});
  const int low = static_cast<int>(graph_.aux(t));
  return low + width == graph_.width(operand) ? extremes_.upper_bits(whole, low, plain) : plain;
}

FormId WordTerms::concat(Term t) {
  const auto parts = graph_.operands(t);
  const int width = graph_.width(t);
  // The low bits of x above zeros: x times a power of two.
  if (parts.size() == 2 && graph_.is_const(parts[1]) && graph_.value(parts[1]) == 0 &&
      graph_.kind(parts[0]) == Kind::Extract && graph_.aux(parts[0]) == 0 &&
      graph_.width(graph_.operands(parts[0])[0]) == width) {
    const Term x = graph_.operands(parts[0])[0];
    if (known_.contains({x})) {
      LinearSum sum;
      forms_.add(sum, known_.of(x), 1ull << graph_.width(parts[1]));
      return forms_.linear(sum, width);
    }
  }
  std::vector<FormId> forms;
  for (const Term p : parts) forms.push_back(known_.of(p));
  return forms_.operation(tagged(Kind::Concat), width, std::move(forms));
}

FormId WordTerms::extension(Term t) {
  const Term x = graph_.operands(t)[0];
  const int width = graph_.width(t);
  if (regions_.is_wide_popcount(t)) return popcount(graph_.operands(x)[0], width);
  if (graph_.width(x) == 1) {
    const bool is_signed = graph_.kind(t) == Kind::SExt;
    return gated_.choose(store_.diagram_of(known_.of(x)), forms_.constant(width, is_signed ? ~0ull : 1),
                         forms_.constant(width, 0), width);
  }
  const FormId plain = forms_.operation(tagged(graph_.kind(t)), width, {known_.of(x)});
  const std::uint64_t sign = graph_.kind(t) == Kind::SExt ? 1ull << (graph_.width(x) - 1) : 0;
  return contests_.mapped_result(known_.of(x), plain, [&](std::uint64_t n) { return (n ^ sign) - sign; });
}

FormId WordTerms::popcount(Term word, int width) {
  LinearSum sum;
  for (const Term p : regions_.parts_of_word(word)) {
    if (graph_.is_const(p)) {
      sum.constant += static_cast<std::uint64_t>(std::popcount(graph_.value(p)));
    } else if (graph_.width(p) == 1) {
      gated_.add(sum, store_.diagram_of(known_.of(p)), forms_.constant(width, 1), 1, width);
    } else {
      forms_.add(sum, forms_.operation(tagged(Kind::Popc), width, {known_.of(p)}), 1);
    }
  }
  return forms_.linear(sum, width);
}

// Two such words compare as their upper bits do, or as these are less or equal, by what stands below.
FormId WordTerms::less(Term t) {
  const Kind kind = graph_.kind(t);
  const FormId a = known_.of(graph_.operands(t)[0]), b = known_.of(graph_.operands(t)[1]);
  const int width = forms_.at(a).width,
            low_width = std::min(std::max(parts_.key_width(a), parts_.key_width(b)), width - 1);
  if (low_width <= 0) return plain(t);
  const auto x = parts_.key_of(a, low_width), y = parts_.key_of(b, low_width);
  if (!x || !y) return plain(t);
  const bool or_equal = x->low < y->low;
  const FormId less = or_equal ? forms_.operation(tagged(kind), 1, {y->high, x->high})
                               : forms_.operation(tagged(kind), 1, {x->high, y->high});
  return or_equal ? store_.of_diagram(diagrams_.negate(store_.diagram_of(less)), 1) : less;
}

// How many bits come before the first that is set.
FormId WordTerms::first_set(Term t) {
  const FormId otherwise = plain(t);
  const auto first = warpproof::first_set(graph_, t);
  if (!first) return otherwise;
  std::vector<std::pair<FormId, std::uint64_t>> conditions;
  for (std::size_t i = 0; i < first->bits.size(); ++i)
    conditions.emplace_back(known_.of(first->bits[i]), first->values[i]);
  return extremes_.first_of(conditions, graph_.width(t), otherwise);
}

// a - a / b * b, for b = 0 too, of which the remainder is a.
FormId WordTerms::remainder(Term t) {
  const int width = graph_.width(t);
  const FormId a = known_.of(graph_.operands(t)[0]), b = known_.of(graph_.operands(t)[1]);
  const Kind division = graph_.kind(t) == Kind::URem ? Kind::UDiv : Kind::SDiv;
  const FormId quotient = forms_.operation(tagged(division, 0), width, {a, b});
  LinearSum sum;
  forms_.add(sum, a, 1);
  forms_.add(sum, multiply(forms_, quotient, b, width), ~0ull);
  return forms_.linear(sum, width);
}

FormId WordTerms::plain(Term t) {
  const Kind kind = graph_.kind(t);
  const int width = graph_.width(t);
  if (kind == Kind::Var) return forms_.intern({Tag::Leaf, width, t.id, {}, {}, {}});
  std::vector<FormId> parts;
  for (const Term x : graph_.operands(t)) parts.push_back(known_.of(x));
  if (kind == Kind::MulHiU || kind == Kind::MulHiS) std::sort(parts.begin(), parts.end());
  return with_constants(t, forms_.operation(tagged(kind, graph_.aux(t)), width, std::move(parts)));
}

// Of a term with one operand that is no constant.
FormId WordTerms::with_constants(Term t, FormId plain) {
  const auto operands = graph_.operands(t);
  const Kind kind = graph_.kind(t);
  if (kind == Kind::Read || kind == Kind::Float || operands.empty()) return plain;
  std::size_t open = operands.size();
  std::vector<std::uint64_t> values;
  std::vector<std::uint8_t> widths;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool is_constant = graph_.is_const(operands[i]);
    if (!is_constant && open != operands.size()) return plain;
    if (!is_constant) open = i;
    values.push_back(is_constant ? graph_.value(operands[i]) : 0);
    widths.push_back(static_cast<std::uint8_t>(graph_.width(operands[i])));
  }
  if (open == operands.size()) return plain;
  return contests_.mapped_result(known_.of(operands[open]), plain, [&](std::uint64_t n) {
    values[open] = n;
    return fold(kind, graph_.width(t), graph_.aux(t), values, widths);
  });
}

}  // namespace warpproof::equivalence
