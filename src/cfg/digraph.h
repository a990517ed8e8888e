// Directed graphs over 0..n-1 in compressed form, and dominator trees of them.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace warpproof {

class Digraph {
 public:
  Digraph(int size, const std::vector<std::pair<int, int>>& edges);

  int size() const { return static_cast<int>(first_.size()) - 1; }
  std::span<const int> successors(int node) const {
    return {target_.data() + first_[node], target_.data() + first_[node + 1]};
  }
  Digraph reversed() const;

 private:
  std::vector<int> first_, target_;
};

// The immediate dominator of every node, -1 for the root and for what the root does not reach.
// Semi-NCA (Georgiadis, Tarjan: "Finding Dominators in Practice", 2006), with explicit stacks: chains of any
// length.
std::vector<int> immediate_dominators(const Digraph& graph, int root);

// Ancestor queries in a tree given by parents (-1: a root).
class Ancestry {
 public:
  Ancestry() = default;
  explicit Ancestry(const std::vector<int>& parent);
  // Strict: false for a == b.
  bool is_ancestor(int a, int b) const { return enter_[a] < enter_[b] && leave_[b] <= leave_[a]; }

 private:
  std::vector<int> enter_, leave_;
};

// The strongly connected component of each of `nodes` (an entry a node) in the subgraph they span, numbered
// from 0 in no particular order; returns how many there are. `scratch` is -1 for every node of the graph,
// before and after.
int strong_components(const Digraph& graph, const std::vector<int>& nodes, std::vector<int>& scratch,
                      std::vector<int>& component);

}  // namespace warpproof
