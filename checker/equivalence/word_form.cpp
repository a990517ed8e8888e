// Choices, parts and counts of words in normal forms.
#include <algorithm>
#include <bit>

#include "checker/equivalence/normal_form.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kDiagramNodes = 400'000;  // that one choice may add
constexpr std::size_t kGatedAtoms = 40;         // of a choice that is taken apart

std::uint64_t tagged(Kind kind, std::uint64_t aux = 0) { return static_cast<std::uint64_t>(kind) | aux << 8; }

}  // namespace

FormId NormalForms::gate(FormId predicate, FormId atom, int width) {
  return forms_.intern({Tag::Gate, width, 0, {predicate, atom}, {}, {}});
}

// sum += coefficient * (condition ? atom : 0).
void NormalForms::add_gated(LinearSum& sum, Diagram condition, FormId atom, std::uint64_t coefficient,
                            int width) {
  const Form f = forms_.at(atom);
  if (f.tag == Tag::Gate) {
    condition = diagrams_.conj(condition, diagram_of(f.parts[0]));
    atom = f.parts[1];
  }
  if (condition == DecisionDiagrams::kFalse) return;
  if (condition == DecisionDiagrams::kTrue) return forms_.add(sum, atom, coefficient);
  // A gate is closed where all atoms of its condition are false; the others are what is left of the whole.
  if (diagrams_.at_zero(condition)) {
    forms_.add(sum, atom, coefficient);
    condition = diagrams_.negate(condition);
    coefficient = 0 - coefficient;
  }
  sum.parts[gate(of_diagram(condition, 1), atom, width)] += coefficient;
}

FormId NormalForms::choose(Diagram condition, FormId a, FormId b, int width) {
  LinearSum difference, sum;
  forms_.add(difference, a, 1);
  forms_.add(difference, b, ~0ull);
  forms_.add(sum, b, 1);
  std::erase_if(difference.parts,
                [&](const auto& entry) { return (entry.second & Forms::mask(width)) == 0; });
  if (difference.parts.size() > kGatedAtoms) {
    if (diagrams_.at_zero(condition)) {
      condition = diagrams_.negate(condition);
      std::swap(a, b);
    }
    return forms_.operation(tagged(Kind::Ite), width, {of_diagram(condition, 1), a, b});
  }
  for (const auto& [atom, coefficient] : difference.parts)
    add_gated(sum, condition, atom, coefficient, width);
  add_gated(sum, condition, forms_.constant(width, 1), difference.constant, width);
  return forms_.linear(sum, width);
}

FormId NormalForms::compute_choice(Term t) {
  const auto operands = graph_.operands(t);
  const FormId a = known(operands[1]), b = known(operands[2]);
  diagrams_.allow(kDiagramNodes);
  const Diagram condition = diagram_of(known(operands[0]));
  if (const auto by_order = chosen_by_order(condition, a, b, graph_.width(t))) return *by_order;
  return choose(condition, a, b, graph_.width(t));
}

FormId NormalForms::compute_extension(Term t) {
  const Term x = graph_.operands(t)[0];
  const int width = graph_.width(t);
  if (is_wide_popcount(t)) return popcount(graph_.operands(x)[0], width);
  if (graph_.width(x) == 1) {
    const bool is_signed = graph_.kind(t) == Kind::SExt;
    return choose(diagram_of(known(x)), forms_.constant(width, is_signed ? ~0ull : 1),
                  forms_.constant(width, 0), width);
  }
  const FormId plain = forms_.operation(tagged(graph_.kind(t)), width, {known(x)});
  const std::uint64_t sign = graph_.kind(t) == Kind::SExt ? 1ull << (graph_.width(x) - 1) : 0;
  return mapped_result(known(x), plain, [&](std::uint64_t n) { return (n ^ sign) - sign; });
}

FormId NormalForms::truncated(FormId id, int width) {
  if (forms_.at(id).width == width) return id;
  return mapped_result(id, low_part(id, width), [](std::uint64_t n) { return n; });
}

// The low bits of a sum are the sum of the low bits.
FormId NormalForms::low_part(FormId id, int width) {
  const Form f = forms_.at(id);
  if (f.tag == Tag::Constant) return forms_.constant(width, f.aux);
  LinearSum sum;
  if (f.tag == Tag::Linear) {
    for (std::size_t i = 0; i < f.parts.size(); ++i)
      forms_.add(sum, truncated(f.parts[i], width), f.numbers[i]);
    sum.constant += f.numbers.back();
    return forms_.linear(sum, width);
  }
  if (f.tag == Tag::Gate) {
    const FormId inner = truncated(f.parts[1], width);
    return choose(diagram_of(f.parts[0]), inner, forms_.constant(width, 0), width);
  }
  const bool extended =
      f.tag == Tag::Operation && (f.aux == tagged(Kind::ZExt) || f.aux == tagged(Kind::SExt));
  if (extended) {
    const int inner = forms_.at(f.parts[0]).width;
    if (inner >= width) return truncated(f.parts[0], width);
    return forms_.operation(f.aux, width, {f.parts[0]});
  }
  return lower_of_extreme(id, width, forms_.operation(tagged(Kind::Extract), width, {id}));
}

FormId NormalForms::compute_extract(Term t) {
  const Term operand = graph_.operands(t)[0];
  const FormId whole = known(operand);
  const int width = graph_.width(t);
  // Whole bytes of memory are what a smaller load reads.
  if (graph_.kind(operand) == Kind::Read && graph_.aux(t) % 8 == 0 && width % 8 == 0 &&
      std::has_single_bit(static_cast<unsigned>(width))) {
    const Term address = graph_.operands(operand)[0];
    LinearSum offset;
    forms_.add(offset, known(address), 1);
    offset.constant += graph_.aux(t) / 8;
    return forms_.operation(tagged(Kind::Read, graph_.aux(operand)), width,
                            {forms_.linear(offset, graph_.width(address))});
  }
  if (graph_.aux(t) == 0 && width > 1) return truncated(whole, width);
  const FormId plain = forms_.operation(tagged(Kind::Extract, graph_.aux(t)), width, {whole});
  const int low = static_cast<int>(graph_.aux(t));
  return low + width == graph_.width(operand) ? upper_of_extreme(whole, low, plain) : plain;
}

FormId NormalForms::compute_concat(Term t) {
  const auto parts = graph_.operands(t);
  const int width = graph_.width(t);
  // The low bits of x above zeros: x times a power of two.
  if (parts.size() == 2 && graph_.is_const(parts[1]) && graph_.value(parts[1]) == 0 &&
      graph_.kind(parts[0]) == Kind::Extract && graph_.aux(parts[0]) == 0 &&
      graph_.width(graph_.operands(parts[0])[0]) == width) {
    const Term x = graph_.operands(parts[0])[0];
    if (done_.contains(key({x, kBits}))) {
      LinearSum sum;
      forms_.add(sum, known(x), 1ull << graph_.width(parts[1]));
      return forms_.linear(sum, width);
    }
  }
  std::vector<FormId> forms;
  for (const Term p : parts) forms.push_back(known(p));
  return forms_.operation(tagged(Kind::Concat), width, std::move(forms));
}

// The words that a word is put together from; zeros in front are left out.
std::vector<Term> NormalForms::parts_of(Term word) const {
  std::vector<Term> out, stack{word};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    const Kind kind = graph_.kind(t);
    if (kind == Kind::Concat || kind == Kind::ZExt) {
      const auto operands = graph_.operands(t);
      stack.insert(stack.end(), operands.begin(), operands.end());
    } else {
      out.push_back(t);
    }
  }
  return out;
}

// A count of w bits fits w bits, so it may as well be computed in more.
bool NormalForms::is_wide_popcount(Term t) const {
  return graph_.kind(t) == Kind::ZExt && graph_.kind(graph_.operands(t)[0]) == Kind::Popc &&
         graph_.width(graph_.operands(t)[0]) > 1;
}

FormId NormalForms::popcount(Term word, int width) {
  LinearSum sum;
  for (const Term p : parts_of(word)) {
    if (graph_.is_const(p)) {
      sum.constant += static_cast<std::uint64_t>(std::popcount(graph_.value(p)));
    } else if (graph_.width(p) == 1) {
      add_gated(sum, diagram_of(known(p)), forms_.constant(width, 1), 1, width);
    } else {
      forms_.add(sum, forms_.operation(tagged(Kind::Popc), width, {known(p)}), 1);
    }
  }
  return forms_.linear(sum, width);
}

// A number that is zero just where the sum is: 2^k * x is zero where the bits of x but the highest k are.
FormId NormalForms::without_twos(const LinearSum& sum, int width) {
  int twos = std::min(width - 1, std::countr_zero(sum.constant & Forms::mask(width)));
  for (const auto& [atom, coefficient] : sum.parts)
    twos = std::min(twos, std::countr_zero(coefficient & Forms::mask(width)));
  if (twos == 0) return forms_.linear(sum, width);
  LinearSum rest;
  rest.constant = (sum.constant & Forms::mask(width)) >> twos;
  for (const auto& [atom, coefficient] : sum.parts)
    rest.parts[atom] = (coefficient & Forms::mask(width)) >> twos;
  return truncated(forms_.linear(rest, width), width - twos);
}

FormId NormalForms::compute_equality(Term t) {
  const auto operands = graph_.operands(t);
  return equality(known(operands[0]), known(operands[1]));
}

FormId NormalForms::equality(FormId a, FormId b) {
  const int width = forms_.at(a).width;
  if (a == b) return forms_.constant(1, 1);
  if (width == 1) return of_diagram(diagrams_.negate(diagrams_.parity(diagram_of(a), diagram_of(b))), 1);
  LinearSum difference, opposite;
  forms_.add(difference, a, 1);
  forms_.add(difference, b, ~0ull);
  for (const auto& [atom, coefficient] : difference.parts) opposite.parts[atom] = 0 - coefficient;
  opposite.constant = 0 - difference.constant;
  const FormId one = without_twos(difference, width), other = without_twos(opposite, width);
  if (forms_.at(one).tag == Tag::Constant) return forms_.constant(1, forms_.at(one).aux == 0);
  return forms_.operation(tagged(Kind::Eq), 1, {std::min(one, other)});
}

// How many bits come before the first that is set.
FormId NormalForms::compute_first_set(Term t) {
  const FormId plain = compute_plain(t);
  const auto first = graph_.first_set(t);
  if (!first) return plain;
  std::vector<std::pair<FormId, std::uint64_t>> conditions;
  for (std::size_t i = 0; i < first->bits.size(); ++i)
    conditions.emplace_back(known(first->bits[i]), first->values[i]);
  return first_extreme(conditions, graph_.width(t), plain);
}

}  // namespace warpproof::equivalence
