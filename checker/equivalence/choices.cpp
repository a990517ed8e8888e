#include "checker/equivalence/choices.h"

#include <algorithm>
#include <vector>

#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostConditions = 8, kMostInOrder = 64;
constexpr std::size_t kMostTerms = 20'000;

std::vector<Term> conditions_of(TermGraph& graph, Term t) {
  std::vector<Term> out;
  const Term roots[] = {t};
  const auto order = topological_order(graph, roots);
  if (order.size() > kMostTerms) return {};
  for (const Term x : order) {
    if (graph.kind(x) != Kind::Ite) continue;
    const Term c = graph.operands(x)[0];
    if (std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
  }
  return out;
}

}  // namespace

std::optional<Term> with_conditions_of(TermGraph& graph, Term a, Term b,
                                       const std::function<bool(Term)>& never) {
  const auto all_own = conditions_of(graph, a), all_others = conditions_of(graph, b);
  const auto without = [](std::vector<Term> list, const std::vector<Term>& known) {
    std::erase_if(list, [&](Term c) { return std::find(known.begin(), known.end(), c) != known.end(); });
    return list;
  };
  const auto own = without(all_own, all_others), others = without(all_others, all_own);
  // Two spellings of one computation choose in one order.
  const bool in_order = own.size() == others.size();
  const std::size_t most = in_order ? kMostInOrder : kMostConditions;
  if (own.empty() || others.empty() || own.size() > most || others.size() > most) return {};
  Substitute put(graph);
  bool any = false;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto differ = [&](Term other) { return graph.lnot(graph.eq(own[i], other)); };
    auto same = others.end();
    if (in_order && never(differ(others[i]))) same = others.begin() + static_cast<std::ptrdiff_t>(i);
    if (same == others.end() && others.size() <= kMostConditions)
      same = std::find_if(others.begin(), others.end(), [&](Term other) { return never(differ(other)); });
    if (same == others.end()) {
      if (in_order) return {};
      continue;
    }
    put.map(own[i], *same);
    any = true;
  }
  return any ? std::optional(put(a)) : std::nullopt;
}

namespace {

// Each conjunct as it is where those that it was built from hold.
Term within_guard(TermGraph& graph, Term condition) {
  auto all = graph.conjuncts(condition);
  std::sort(all.begin(), all.end());  // operands before users
  std::vector<Term> out;
  std::vector<std::pair<Term, Term>> known;
  for (const Term c : all) {
    Substitute put(graph);
    for (const auto& [plain, value] : known) put.map(plain, value);
    out.push_back(put(c));
    const bool negated = graph.kind(c) == Kind::Not;
    const Term plain = negated ? graph.operands(c)[0] : c;
    if (!graph.is_const(plain)) known.emplace_back(plain, graph.truth(!negated));
  }
  return graph.conj(out);
}

}  // namespace

Term within_guards(TermGraph& graph, Term t) {
  constexpr std::size_t kMostChoices = 2'000;
  const auto conditions = conditions_of(graph, t);
  if (conditions.size() > kMostChoices) return t;
  Substitute put(graph);
  bool any = false;
  for (const Term c : conditions) {
    const Term within = within_guard(graph, c);
    if (within == c) continue;
    put.map(c, within);
    any = true;
  }
  return any ? put(t) : t;
}

}  // namespace warpproof::equivalence
