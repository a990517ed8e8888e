#include "checker/symbolic/obligation.h"

#include <algorithm>

namespace warpproof::symbolic {

void Obligations::require_not(spec::Rule rule, spec::Level level, std::uint32_t place,
                              const std::string& message, Term violated) {
  if (!graph_.is_false(violated)) violated = graph_.land(violated, scope_);
  if (graph_.is_false(violated)) {
    ++folded_;
    return;
  }
  const auto key = std::make_tuple(static_cast<int>(rule), place, message);
  const auto [it, fresh] = index_.try_emplace(key, list_.size());
  if (fresh) list_.push_back(Obligation{rule, level, place, message, {}, {}});
  Obligation& obligation = list_[it->second];
  obligation.level = std::max(obligation.level, level);
  if (obligation.seen.insert(violated.id).second) obligation.violated.push_back(violated);
}

}  // namespace warpproof::symbolic
