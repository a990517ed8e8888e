#include "checker/equivalence/decision_diagram.h"

#include <algorithm>

#include "src/base/effort.h"

namespace warpproof::equivalence {

namespace {

constexpr std::uint64_t kFresh = 8;  // what is not known yet takes as long as so many that are: tables grow

}  // namespace

DecisionDiagrams::Diagram DecisionDiagrams::node(std::uint32_t variable, Diagram low, Diagram high) {
  if (low == high) return low;
  const auto [it, fresh] =
      unique_.try_emplace(Node{variable, low, high}, static_cast<Diagram>(nodes_.size()));
  if (!fresh) return it->second;
  if (nodes_.size() >= std::min(max_nodes_, allowed_)) {
    unique_.erase(it);
    throw FormLimit();
  }
  nodes_.push_back({variable, low, high});
  return it->second;
}

DecisionDiagrams::Diagram DecisionDiagrams::branch(Diagram d, std::uint32_t variable, bool high) const {
  const Node& n = nodes_[d];
  return n.variable != variable ? d : high ? n.high : n.low;
}

// Recursion is as deep as there are variables below; callers bound those by the number of leaves of a region.
DecisionDiagrams::Diagram DecisionDiagrams::choose(Diagram c, Diagram a, Diagram b) {
  if (c == kTrue || a == b) return a;
  if (c == kFalse) return b;
  if (a == kTrue && b == kFalse) return c;
  if (c == a) a = kTrue;
  if (c == b) b = kFalse;
  if (a == kTrue && b == kFalse) return c;
  if (a == b) return a;
  effort::spend(effort::Work::Diagram);
  const Triple key{c, a, b};
  if (const auto known = results_.find(key); known != results_.end()) return known->second;
  const std::uint32_t top = std::min({nodes_[c].variable, nodes_[a].variable, nodes_[b].variable});
  const Diagram low = choose(branch(c, top, false), branch(a, top, false), branch(b, top, false));
  const Diagram high = choose(branch(c, top, true), branch(a, top, true), branch(b, top, true));
  effort::spend(effort::Work::Diagram, kFresh);
  return results_[key] = node(top, low, high);
}

bool DecisionDiagrams::at_zero(Diagram d) const {
  while (d > kTrue) d = nodes_[d].low;
  return d == kTrue;
}

bool DecisionDiagrams::is_variable(Diagram d, std::uint32_t& variable) const {
  if (d <= kTrue || nodes_[d].low != kFalse || nodes_[d].high != kTrue) return false;
  variable = nodes_[d].variable;
  return true;
}

std::optional<std::vector<std::uint32_t>> DecisionDiagrams::support(Diagram d, std::size_t most) const {
  std::vector<Diagram> open{d};
  std::vector<std::uint32_t> out;
  // A function of few variables has few nodes.
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open[i] <= kTrue) continue;
    effort::spend(effort::Work::Visit, 1 + open.size() / 8);
    const Node& n = nodes_[open[i]];
    if (std::find(out.begin(), out.end(), n.variable) == out.end()) out.push_back(n.variable);
    if (out.size() > most) return {};
    for (const Diagram next : {n.low, n.high}) {
      if (std::find(open.begin(), open.end(), next) == open.end()) open.push_back(next);
    }
  }
  return out;
}

bool DecisionDiagrams::value(Diagram d, const std::function<bool(std::uint32_t)>& of) const {
  while (d > kTrue) d = of(nodes_[d].variable) ? nodes_[d].high : nodes_[d].low;
  return d == kTrue;
}

std::optional<std::vector<std::uint32_t>> DecisionDiagrams::all_of(Diagram d, bool disjunction) const {
  std::vector<std::uint32_t> out;
  const Diagram decided = disjunction ? kTrue : kFalse, rest = disjunction ? kFalse : kTrue;
  while (d > kTrue) {
    const Node& n = nodes_[d];
    if ((disjunction ? n.high : n.low) != decided) return {};
    out.push_back(n.variable);
    d = disjunction ? n.low : n.high;
  }
  if (d != rest || out.empty()) return {};
  return out;
}

}  // namespace warpproof::equivalence
