#include "src/concrete/positions.h"

namespace warpproof {

PositionId Positions::intern(PositionId caller, std::uint32_t function, std::uint32_t block) {
  const auto [frame, fresh] =
      ids_.try_emplace(Key{caller, function}, static_cast<std::uint32_t>(frames_.size()));
  if (fresh) frames_.emplace_back(graphs_[function]->order.size(), kNoPosition);
  PositionId& id = frames_[frame->second][block];
  if (id == kNoPosition) {
    id = static_cast<PositionId>(nodes_.size());
    const int depth = caller == kNoPosition ? 0 : nodes_[caller].depth + 1;
    nodes_.push_back({caller, function, block, depth, frame->second});
  }
  return id;
}

Positions::Aligned Positions::align(PositionId a, PositionId b) const {
  const int depth_a = nodes_[a].depth, depth_b = nodes_[b].depth;
  while (nodes_[a].depth > nodes_[b].depth) a = nodes_[a].caller;
  while (nodes_[b].depth > nodes_[a].depth) b = nodes_[b].caller;
  if (a == b) return {a, b, depth_a > depth_b ? -1 : depth_b > depth_a ? 1 : 0};
  while (nodes_[a].caller != nodes_[b].caller) {
    a = nodes_[a].caller;
    b = nodes_[b].caller;
  }
  return {a, b, 0};
}

bool Positions::before(PositionId a, PositionId b) const {
  if (a == b) return false;
  const Aligned at = align(a, b);
  if (at.a == at.b) return at.deeper < 0;
  const Node &x = nodes_[at.a], &y = nodes_[at.b];
  // One call has one callee, so frames with one caller run one function.
  const FunctionGraph& graph = *graphs_[x.function];
  return graph.order[x.block] < graph.order[y.block];
}

bool Positions::at_trivial_exit(PositionId id) const {
  const Node& node = nodes_[id];
  return node.depth == 0 && graphs_[node.function]->is_trivial_exit[node.block] != 0;
}

std::pair<PositionId, PositionId> Positions::common_frame(PositionId a, PositionId b) const {
  const Aligned at = align(a, b);
  return {at.a, at.b};
}

}  // namespace warpproof
