// A region of a term graph: a root, and what is below it and counts as inside.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "src/base/effort.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

// Its nodes, operands before users, the root last, and its leaves, once each and in order. `operands(t, visit)` calls
// `visit(operand, is_inside)` for what is below t.
template <class Operands>
std::vector<Term> collect_region(Term root, Operands operands, std::vector<Term>* leaves) {
  std::vector<Term> order, stack{root};
  std::unordered_map<std::uint32_t, bool> state;
  std::uint64_t looked_at = 0;
  while (!stack.empty()) {
    const Term t = stack.back();
    const auto [it, fresh] = state.try_emplace(t.id, false);
    if (!fresh) {
      stack.pop_back();
      if (!it->second) order.push_back(t);
      it->second = true;
      continue;
    }
    operands(t, [&](Term x, bool is_inside) {
      ++looked_at;
      if (!is_inside) {
        if (leaves != nullptr) leaves->push_back(x);
      } else if (!state.contains(x.id)) {
        stack.push_back(x);
      }
    });
  }
  effort::spend(effort::Work::Form, order.size());
  effort::spend(effort::Work::Visit, 2 * looked_at);
  if (leaves != nullptr) {
    std::sort(leaves->begin(), leaves->end());
    leaves->erase(std::unique(leaves->begin(), leaves->end()), leaves->end());
  }
  return order;
}

}  // namespace warpproof::equivalence
