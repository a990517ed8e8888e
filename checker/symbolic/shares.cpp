#include "checker/symbolic/shares.h"

#include <algorithm>
#include <map>
#include <utility>

#include "src/term/traverse.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostEquations = 8;  // of two paths
constexpr std::size_t kMostTries = 12;     // substitutions, of two shares

using Equation = std::pair<Term, Term>;  // the younger term, and the older one that it equals

// The equations of two unknown terms among the conditions of both paths.
std::vector<Equation> equations_of(TermGraph& g, const ChoiceCase& a, const ChoiceCase& b) {
  std::vector<Equation> out;
  for (const ChoiceCase* c : {&a, &b}) {
    for (const Term condition : c->path) {
      if (g.kind(condition) == Kind::Not) continue;
      for (const Term t : g.conjuncts(condition)) {
        if (g.kind(t) != Kind::Eq || g.is_const(g.operands(t)[1]) || out.size() == kMostEquations) continue;
        const Term x = g.operands(t)[0], y = g.operands(t)[1];
        out.emplace_back(std::max(x, y), std::min(x, y));
      }
    }
  }
  return out;
}

// What follows from them: all pairs of terms that they make equal.
std::vector<Equation> closed(const std::vector<Equation>& equations) {
  std::vector<std::vector<Term>> classes;
  const auto class_of = [&](Term t) {
    const auto it = std::find_if(classes.begin(), classes.end(), [&](const std::vector<Term>& c) {
      return std::find(c.begin(), c.end(), t) != c.end();
    });
    if (it != classes.end()) return static_cast<std::size_t>(it - classes.begin());
    classes.push_back({t});
    return classes.size() - 1;
  };
  for (const auto& [x, y] : equations) {
    const std::size_t i = class_of(x), j = class_of(y);
    if (i == j) continue;
    classes[i].insert(classes[i].end(), classes[j].begin(), classes[j].end());
    classes[j].clear();
  }
  std::vector<Equation> out;
  for (const auto& c : classes) {
    for (std::size_t i = 0; i < c.size(); ++i) {
      for (std::size_t j = i + 1; j < c.size(); ++j) out.emplace_back(std::max(c[i], c[j]), std::min(c[i], c[j]));
    }
  }
  return out;
}

}  // namespace

bool ranks_differ(TermGraph& g, const Share& a, const Share& b, std::span<const std::uint32_t> leaves) {
  const Term both = g.land(a.guard, b.guard), differ = g.lnot(g.eq(a.rank, b.rank));
  if (g.entails(both, differ)) return true;
  std::map<Equation, bool> known;
  const auto follows_from = [&](const Equation& e) {
    if (const auto it = known.find(e); it != known.end()) return it->second;
    if (known.size() == kMostTries) return false;
    Substitute put(g);
    put.map(e.first, e.second);
    return known[e] = g.entails(put(both), put(differ));
  };
  std::map<std::uint32_t, std::vector<const ChoiceCase*>> other;
  for (const ChoiceCase& c : b.cases) other[c.leaf.id].push_back(&c);
  for (const ChoiceCase& mine : a.cases) {
    if (!std::binary_search(leaves.begin(), leaves.end(), mine.leaf.id)) continue;
    for (const ChoiceCase* its : other[mine.leaf.id]) {
      const auto equations = closed(equations_of(g, mine, *its));
      // What was tried already first: most leaders make the same two terms equal.
      const bool found = std::any_of(equations.begin(), equations.end(),
                                     [&](const Equation& e) {
                                       const auto it = known.find(e);
                                       return it != known.end() && it->second;
                                     }) ||
                         std::any_of(equations.begin(), equations.end(), follows_from);
      if (!found) return false;
    }
  }
  return true;
}

}  // namespace warpproof::symbolic
