#include "checker/equivalence/same_value.h"

#include <algorithm>
#include <vector>

#include "checker/equivalence/choices.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostConditions = 8, kMostInOrder = 64;
constexpr int kMostCases = 64;              // of one question
constexpr std::size_t kMostTerms = 2'000;   // in which a condition is looked for
constexpr std::size_t kMostLoads = 256;     // of one value, that the other does not have
constexpr std::size_t kMostCandidates = 4;  // loads that one is set against
constexpr int kMostUnmatched = 2;           // loads that go with none, before the rest is left alone

std::vector<Term> without(std::vector<Term> list, const std::vector<Term>& known) {
  std::erase_if(list, [&](Term t) { return std::find(known.begin(), known.end(), t) != known.end(); });
  return list;
}

// Inner ones first.
std::vector<Term> loads_in(const TermGraph& graph, Term t) {
  const Term roots[] = {t};
  return collect_leaves(graph, roots).reads;
}

// k times an extended word.
struct Multiple {
  Term word;
  Kind extension;
  std::uint64_t by = 1;
};

std::optional<Multiple> multiple_of_extended(const TermGraph& graph, Term t) {
  Multiple out{t, Kind::ZExt, 1};
  const auto factors = graph.operands(t);
  if (graph.kind(t) == Kind::Mul) {
    if (factors.size() != 2 || !graph.is_const(factors[1])) return {};
    out = {factors[0], Kind::ZExt, graph.value(factors[1])};
  }
  out.extension = graph.kind(out.word);
  if (out.extension != Kind::ZExt && out.extension != Kind::SExt) return {};
  out.word = graph.operands(out.word)[0];
  return out;
}

}  // namespace

// Of a difference that is k times one extended word less k times another: these words.
std::optional<std::pair<Term, Term>> SameValue::extended_words(Term difference) const {
  const auto parts = graph_.operands(difference);
  if (graph_.kind(difference) != Kind::Add || parts.size() != 2) return {};
  const auto a = multiple_of_extended(graph_, parts[0]), b = multiple_of_extended(graph_, parts[1]);
  const int width = graph_.width(difference);
  const std::uint64_t all = width >= 64 ? ~0ull : (1ull << width) - 1;
  const bool opposite = a && b && ((a->by + b->by) & all) == 0 && a->extension == b->extension;
  if (!opposite || graph_.width(a->word) != graph_.width(b->word)) return {};
  return std::pair{a->word, b->word};
}

bool SameValue::never(Case here, Term t) const {
  here.push_back(t);
  return never_(graph_.conj(here));
}

bool SameValue::same_word(Term a, Term b, const Case& here) {
  const Term difference = graph_.sub(a, b);
  if (graph_.is_const(difference)) return graph_.value(difference) == 0;
  if (word_form_(a) == word_form_(b)) return true;
  if (const auto words = extended_words(difference)) return same_word(words->first, words->second, here);
  const Term zero = graph_.constant(graph_.width(difference), 0);
  if (outermost_condition(difference, zero)) return false;  // to be looked at case by case
  return never(here, graph_.lnot(graph_.eq(difference, zero)));
}

// `a` with loads of `b` in place of its own, where they are from the same offsets.
Term SameValue::with_loads_of(Term a, Term b, const Case& here) {
  const auto all_of_b = loads_in(graph_, b);
  const auto others = without(all_of_b, loads_in(graph_, a));
  std::vector<Term> tried;
  std::size_t next = 0;  // two spellings of one computation mostly load in one order
  for (int unmatched = 0; unmatched <= kMostUnmatched && tried.size() < kMostLoads;) {
    const auto own = without(without(loads_in(graph_, a), all_of_b), tried);
    if (own.empty()) return a;
    const Term load = own.front();
    tried.push_back(load);
    std::size_t asked = 0;
    bool found = false;
    for (std::size_t i = 0; i < others.size() && asked < kMostCandidates && !found; ++i) {
      const std::size_t at = (next + i) % others.size();
      const Term other = others[at];
      if (graph_.aux(other) != graph_.aux(load) || graph_.width(other) != graph_.width(load)) continue;
      const Term one = graph_.operands(load)[0], another = graph_.operands(other)[0];
      if (graph_.is_const(graph_.sub(one, another))) continue;  // never the same
      ++asked;
      if (!same_word(one, another, here)) continue;
      Substitute put(graph_);
      put.map(load, other);
      a = put(a);
      next = at + 1;
      found = true;
    }
    if (!found) ++unmatched;
  }
  return a;
}

// `a` with conditions of `b` in place of its own, where the two never differ.
Term SameValue::with_conditions_of(Term a, Term b, const Case& here) {
  const auto all_own = conditions_of(graph_, a), all_others = conditions_of(graph_, b);
  const auto own = without(all_own, all_others), others = without(all_others, all_own);
  // Two spellings of one computation choose in one order.
  const bool in_order = own.size() == others.size();
  const std::size_t most = in_order ? kMostInOrder : kMostConditions;
  if (own.empty() || others.empty() || own.size() > most || others.size() > most) return a;
  Substitute put(graph_);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto is_same = [&](Term other) { return never(here, graph_.lnot(graph_.eq(own[i], other))); };
    auto same = others.end();
    if (in_order && is_same(others[i])) same = others.begin() + static_cast<std::ptrdiff_t>(i);
    if (same == others.end() && others.size() <= kMostConditions)
      same = std::find_if(others.begin(), others.end(), is_same);
    if (same == others.end()) {
      if (in_order) return a;
      continue;
    }
    put.map(own[i], *same);
  }
  return put(a);
}

std::optional<Term> SameValue::outermost_condition(Term a, Term b) const {
  std::vector<Term> open{a, b};
  for (std::size_t i = 0; i < open.size() && open.size() < kMostTerms; ++i) {
    const Term t = open[i];
    if (graph_.kind(t) == Kind::Ite) return graph_.operands(t)[0];
    for (const Term x : graph_.operands(t)) {
      if (std::find(open.begin(), open.end(), x) == open.end()) open.push_back(x);
    }
  }
  return {};
}

bool SameValue::same(Term a, Term b, const Case& here) {
  if (same_form(a, b)) return true;
  a = with_loads_of(a, b, here);
  if (same_form(a, b)) return true;
  a = with_conditions_of(a, b, here);
  if (same_form(a, b)) return true;
  const auto condition = outermost_condition(a, b);
  if (!condition) return never(here, graph_.lnot(graph_.eq(a, b)));
  for (const bool holds : {true, false}) {
    if (--cases_left_ < 0) return false;
    Case inner = here;
    inner.push_back(holds ? *condition : graph_.lnot(*condition));
    Substitute put(graph_);
    for (const Term c : graph_.conjuncts(inner.back())) {
      const bool negated = graph_.kind(c) == Kind::Not;
      if (!graph_.is_const(c)) put.map(negated ? graph_.operands(c)[0] : c, graph_.truth(!negated));
    }
    const Term x = put(a), y = put(b);
    if (!same_form(x, y) && !never_(graph_.conj(inner)) && !same(x, y, inner)) return false;
  }
  return true;
}

bool SameValue::operator()(Term a, Term b) {
  cases_left_ = kMostCases;
  return same(a, b, {}) || never_(graph_.lnot(graph_.eq(a, b)));
}

}  // namespace warpproof::equivalence
