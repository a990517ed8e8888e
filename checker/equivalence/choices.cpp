#include "checker/equivalence/choices.h"

#include <algorithm>
#include <vector>

#include "src/term/traverse.h"

namespace warpproof::equivalence {

namespace {

constexpr std::size_t kMostTerms = 20'000;

}  // namespace

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
