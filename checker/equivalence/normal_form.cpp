#include "checker/equivalence/normal_form.h"

#include <optional>
#include <span>

#include "checker/equivalence/float_looks.h"
#include "checker/equivalence/float_words.h"
#include "checker/equivalence/form_store.h"
#include "checker/equivalence/known_forms.h"
#include "checker/equivalence/number_regions.h"
#include "checker/equivalence/number_terms.h"
#include "checker/equivalence/region_forms.h"
#include "checker/equivalence/term_regions.h"
#include "checker/equivalence/word_terms.h"
#include "src/term/term_forms.h"

namespace warpproof::equivalence {

// Forms are made bottom up, each by the family that its term belongs to.
struct NormalForms::Parts {
  Parts(TermGraph& terms, FloatMeaning meaning, std::size_t most_nodes)
      : graph(terms),
        floats(meaning),
        store(most_nodes),
        looks(terms, meaning),
        regions(terms),
        numbers(terms),
        words(terms, known, regions, store),
        region_forms(terms, known, regions, store, words.contests(), words.extremes()),
        number_terms(terms, known, numbers, store) {}

  FormId form(Look root);
  std::vector<Look> dependencies(Look l) const;
  FormId compute(Look l);
  FormId bits(Term t);

  TermGraph& graph;
  const FloatMeaning floats;
  FormStore store;
  KnownForms known;
  FloatLooks looks;
  const TermRegions regions;
  const NumberRegions numbers;
  WordTerms words;
  RegionForms region_forms;
  NumberTerms number_terms;
};

// What must have a form before that can get one.
std::vector<Look> NormalForms::Parts::dependencies(Look l) const {
  if (l.side != Look::kBits) return numbers.dependencies(l.term, l.format());
  const Term t = l.term;
  std::vector<Look> out;
  const auto add = [&](std::span<const Term> terms, int side = Look::kBits) {
    for (const Term x : terms) out.push_back({x, side});
  };
  const auto operands = graph.operands(t);
  if (floats == FloatMeaning::Real) {
    if (looks.outcome_of_nan_test(t)) return out;
    if (graph.kind(t) == Kind::Float && !made_format(FloatOp::unpack(graph.aux(t)))) {
      add(operands, Look::number_in(FloatOp::unpack(graph.aux(t)).operand));
      return out;
    }
  }
  if (const Region region = regions.of(t); region != Region::None) {
    std::vector<Term> leaves;
    regions.interior(region, t, &leaves);
    add(leaves);
  } else if (graph.kind(t) == Kind::Popc) {
    add(regions.parts_of_word(operands[0]));
  } else if (regions.is_wide_popcount(t)) {
    add(regions.parts_of_word(graph.operands(operands[0])[0]));
  } else {
    if (const auto first = graph.kind(t) == Kind::Clz ? first_set(graph, t) : std::nullopt) add(first->bits);
    add(operands);
  }
  return out;
}

FormId NormalForms::Parts::form(Look root) {
  looks.update();
  std::vector<Look> stack{root};
  while (!stack.empty()) {
    const Look l = stack.back();
    if (known.contains(l)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Look x : dependencies(l)) {
      if (!known.contains(x)) stack.push_back(x);
    }
    if (stack.size() > before) continue;
    const FormId form = compute(l);
    known.put(l, form);
    stack.pop_back();
  }
  return known.at(root);
}

FormId NormalForms::Parts::compute(Look l) {
  const Term t = l.term;
  const auto leaf = [&](int width) { return store.forms().intern({Tag::Leaf, width, t.id, {}, {}, {}}); };
  try {
    return l.side == Look::kBits ? bits(t) : number_terms.number(t, l.format());
  } catch (const FormLimit&) {  // equal to itself only
    if (l.side == Look::kBits) return leaf(graph.width(t));
    return number_terms.domain().of_atom(
        store.forms().intern({Tag::RealValue, 0, static_cast<std::uint64_t>(l.format()), {leaf(0)}, {}, {}}));
  }
}

FormId NormalForms::Parts::bits(Term t) {
  if (floats == FloatMeaning::Real) {
    if (const auto outcome = looks.outcome_of_nan_test(t)) return store.forms().constant(1, *outcome ? 1 : 0);
  }
  if (const Region region = regions.of(t); region != Region::None) return region_forms(t, region);
  if (graph.kind(t) != Kind::Float) return words(t);
  const FloatOp op = FloatOp::unpack(graph.aux(t));
  const bool of_numbers = floats == FloatMeaning::Real && !made_format(op);
  return of_numbers ? number_terms.of_numbers(t, op) : number_terms.exact(t, op);
}

NormalForms::NormalForms(TermGraph& graph, FloatMeaning floats, std::size_t most_nodes)
    : parts_(std::make_unique<Parts>(graph, floats, most_nodes)) {}

NormalForms::~NormalForms() = default;

FormId NormalForms::operator()(Term t) { return parts_->form({t}); }

FormId NormalForms::content(Term t) {
  if (parts_->floats == FloatMeaning::Exact) return parts_->form({t});
  parts_->looks.update();
  if (const auto format = parts_->looks.format_of(t))
    return parts_->number_terms.algebra().content_of(parts_->form({t, Look::number_in(*format)}), *format);
  const auto words = parts_->looks.parts_of_content(t);
  if (words.empty()) return parts_->form({t});
  std::vector<FormId> forms;
  for (const Term x : words) forms.push_back(content(x));
  return parts_->store.forms().operation(tagged(Kind::Concat), parts_->graph.width(t), std::move(forms));
}

bool NormalForms::same_content(Term a, Term b) {
  if (content(a) == content(b)) return true;
  if (parts_->floats == FloatMeaning::Exact || parts_->graph.width(a) != parts_->graph.width(b)) return false;
  const auto of_a = parts_->looks.format_of(a), of_b = parts_->looks.format_of(b);
  if (of_a.has_value() != of_b.has_value()) {
    const int side = Look::number_in(of_a ? *of_a : *of_b);
    if (format_width(of_a ? *of_a : *of_b) == parts_->graph.width(a) &&
        parts_->form({a, side}) == parts_->form({b, side}))
      return true;
  }
  return parts_->form({a}) == parts_->form({b});
}

bool NormalForms::holds_float(Term t) {
  parts_->looks.update();
  return parts_->floats == FloatMeaning::Real && parts_->looks.format_of(t).has_value();
}

const RealConditions& NormalForms::conditions() const { return parts_->number_terms.domain().conditions(); }

const Forms& NormalForms::forms() const { return parts_->store.forms(); }

}  // namespace warpproof::equivalence
