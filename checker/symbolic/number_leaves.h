// What numbers are computed from, without what only chooses between them: conditions, and the places of what was loaded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>

#include "src/term/term.h"

namespace warpproof::symbolic {

// The unknowns among it.
std::set<Term> leaves_of_number(const TermGraph& graph, Term number);

// Which variables of a few, that were declared, are among it. Each term is looked at once.
class VariablesBelow {
 public:
  explicit VariablesBelow(const TermGraph& graph) : g(graph) {}

  void declare(Term variable) { bits_.try_emplace(variable.id, std::uint64_t{1} << std::min<std::size_t>(bits_.size(), 63)); }
  // One bit for each variable; the last ones share one.
  std::uint64_t of(Term number);
  std::uint64_t bit_of(std::uint32_t variable) const;

 private:
  bool is_leaf(Term t) const;

  const TermGraph& g;
  std::map<std::uint32_t, std::uint64_t> bits_;
  std::unordered_map<std::uint32_t, std::uint64_t> below_;  // by term
};

}  // namespace warpproof::symbolic
