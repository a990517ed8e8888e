#include "checker/attempt/tiles.h"

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace warpproof {
namespace {

// A parameter of 32 bits that is one part of those that the execution has; nothing for others.
std::optional<Term> term_of(TermGraph& graph, const symbolic::Executor& executor, const launch::Quantity& q) {
  const auto& parts = executor.record().parameters;
  const auto it = parts.find({q.index, q.offset()});
  if (it == parts.end()) return std::nullopt;
  const Term term = it->second.at(0);
  return graph.width(term) == 32 ? std::optional(term) : std::nullopt;
}

}  // namespace

WithoutProducts::Tiles tiles_of(TermGraph& graph, const symbolic::Executor& executor, const CheckOptions& options) {
  const symbolic::Shape& shape = executor.shape();
  const launch::Assumptions* all = options.assumed.get();
  if (all == nullptr || all->empty() || shape.symbolic_size || shape.space) return nullptr;
  const launch::LaunchSpace space{shape.block, 1, 1024, options.grid};
  using Known = std::map<std::tuple<std::uint32_t, std::uint64_t, launch::Quantity>, bool>;
  return [&graph, &executor, all, space, known = std::make_shared<Known>()](Term index, std::uint64_t length) {
    std::vector<Term> out;
    const auto axis = executor.numbers().axis_of_block_index(index);
    if (!axis) return out;
    for (const launch::Quantity& q : all->related_to_grid(*axis)) {
      const auto size = term_of(graph, executor, q);
      if (!size) continue;
      const auto [it, fresh] = known->try_emplace({*axis, length, q}, false);
      if (fresh) it->second = all->tiles_fit(space, *axis, length, q);
      if (it->second) out.push_back(*size);
    }
    return out;
  };
}

}  // namespace warpproof
