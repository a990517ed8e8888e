#include "checker/symbolic/number_leaves.h"

#include <vector>

#include "src/term/terms_once.h"

namespace warpproof::symbolic {

std::set<Term> leaves_of_number(const TermGraph& graph, Term number) {
  std::set<Term> out;
  TermsOnce parts(number);
  while (const auto part = parts.next()) {
    if (graph.width(*part) == 1 || graph.is_const(*part)) continue;
    if (graph.kind(*part) == Kind::Var || graph.kind(*part) == Kind::Read) out.insert(*part);
    else for (const Term o : graph.operands(*part)) parts.add(o);
  }
  return out;
}

std::uint64_t VariablesBelow::bit_of(std::uint32_t variable) const {
  const auto known = bits_.find(variable);
  return known == bits_.end() ? 0 : known->second;
}

bool VariablesBelow::is_leaf(Term t) const {
  return g.width(t) == 1 || g.is_const(t) || g.kind(t) == Kind::Var || g.kind(t) == Kind::Read;
}

std::uint64_t VariablesBelow::of(Term number) {
  if (is_leaf(number)) return bit_of(number.id);
  std::vector<Term> open{number};
  while (!open.empty()) {
    const Term t = open.back();
    std::uint64_t bits = 0;
    bool is_ready = true;
    for (const Term o : g.operands(t)) {
      const auto known = below_.find(o.id);
      if (is_leaf(o)) bits |= bit_of(o.id);
      else if (known != below_.end()) bits |= known->second;
      else {
        open.push_back(o);
        is_ready = false;
      }
    }
    if (!is_ready) continue;
    below_.try_emplace(t.id, bits);
    open.pop_back();
  }
  return below_.at(number.id);
}

}  // namespace warpproof::symbolic
