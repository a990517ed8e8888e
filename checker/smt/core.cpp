#include "checker/smt/core.h"

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "src/term/traverse.h"

namespace warpproof {

namespace {

bool is_inequality(const TermGraph& graph, Term t) {
  const bool negated = graph.kind(t) == Kind::Not;
  const Kind kind = graph.kind(negated ? graph.operands(t)[0] : t);
  return kind == Kind::Ult || kind == Kind::Slt || (negated && kind == Kind::Eq);
}

// The variables of inequalities that are enough for the predicate to hold.
std::vector<Term> of_inequalities(TermGraph& graph, Term predicate) {
  std::vector<Term> enough;
  for (const Term otherwise : graph.conjuncts(graph.lnot(predicate))) {
    const Term one = graph.lnot(otherwise);
    if (is_inequality(graph, one)) enough.push_back(one);
  }
  return collect_leaves(graph, enough).variables;
}

}  // namespace

Core core_of(TermGraph& graph, std::span<const Term> predicates) {
  std::vector<std::vector<Term>> variables;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> occurs;  // of a variable: in which predicates
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    const Term root[] = {predicates[i]};
    variables.push_back(collect_leaves(graph, root).variables);
    for (const Term v : variables.back()) occurs[v.id].push_back(i);
  }
  std::vector<std::unordered_set<std::uint32_t>> meet(
      predicates.size());  // variables that can meet a predicate
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    for (const Term v : of_inequalities(graph, predicates[i])) meet[i].insert(v.id);
  }
  std::unordered_map<std::uint32_t, std::size_t> count;  // of a variable: in how many that are kept
  std::deque<std::size_t> leave;
  std::vector<bool> kept(predicates.size(), true);
  const auto look_at = [&](std::uint32_t variable) {
    if (count[variable] != 1) return;
    for (const std::size_t i : occurs[variable]) {
      if (kept[i] && meet[i].contains(variable)) leave.push_back(i);
    }
  };
  for (const auto& [variable, where] : occurs) count[variable] = where.size();
  for (const auto& of_one : variables) {
    for (const Term v : of_one) look_at(v.id);
  }
  Core out;
  while (!leave.empty()) {
    const std::size_t i = leave.front();
    leave.pop_front();
    if (!kept[i]) continue;
    kept[i] = false;
    out.left_out.push_back(predicates[i]);
    for (const Term v : variables[i]) {
      --count[v.id];
      look_at(v.id);
    }
  }
  for (std::size_t i = 0; i < predicates.size(); ++i) {
    if (kept[i]) out.kept.push_back(predicates[i]);
  }
  return out;
}

}  // namespace warpproof
