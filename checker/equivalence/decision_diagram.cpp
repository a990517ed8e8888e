#include "checker/equivalence/decision_diagram.h"

#include <algorithm>

namespace warpproof::equivalence {

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
  const Triple key{c, a, b};
  if (const auto known = results_.find(key); known != results_.end()) return known->second;
  const std::uint32_t top = std::min({nodes_[c].variable, nodes_[a].variable, nodes_[b].variable});
  const Diagram low = choose(branch(c, top, false), branch(a, top, false), branch(b, top, false));
  const Diagram high = choose(branch(c, top, true), branch(a, top, true), branch(b, top, true));
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

}  // namespace warpproof::equivalence
