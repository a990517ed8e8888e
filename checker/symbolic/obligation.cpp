#include "checker/symbolic/obligation.h"

#include <algorithm>

namespace warpproof::symbolic {

void Obligations::require_not(spec::Rule rule, spec::Level level, std::uint32_t place,
                              const std::string& message, Term violated, const std::vector<int>* origins) {
  if (!graph_.is_false(violated)) violated = graph_.land(violated, scope_);
  if (graph_.is_false(violated)) {
    ++folded_;
    return;
  }
  const auto key = std::make_tuple(static_cast<int>(rule), place, message);
  const auto [it, fresh] = index_.try_emplace(key, list_.size());
  if (fresh) list_.push_back(Obligation{rule, level, place, message, {}, {}, {}});
  Obligation& obligation = list_[it->second];
  obligation.level = std::max(obligation.level, level);
  if (obligation.seen.insert(violated.id).second) obligation.violated.push_back(violated);
  if (origins == nullptr) return;
  for (const int origin : *origins) {
    if (std::find(obligation.origins.begin(), obligation.origins.end(), origin) == obligation.origins.end()) {
      obligation.origins.push_back(origin);
    }
  }
}

}  // namespace warpproof::symbolic
