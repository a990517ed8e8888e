#include "checker/launch/bounds.h"

namespace warpproof::launch {

std::uint64_t size_for(const Condition& size, const std::function<std::uint64_t(const Quantity&)>& value) {
  TermGraph graph;
  const auto constant = [&](const Quantity& q) { return graph.constant(q.bits, value(q)); };
  return graph.is_true(size.holds(graph, constant)) ? graph.value(size.size(graph, constant)) : 0;
}

}  // namespace warpproof::launch
