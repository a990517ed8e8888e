#include "src/cfg/digraph.h"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

namespace warpproof {
namespace {

// Depth-first numbering from the root.
struct Search {
  std::vector<int> number;  // by node, -1: not reached
  std::vector<int> node;    // by number
  std::vector<int> parent;  // by number, as numbers
};

Search search_from(const Digraph& graph, int root) {
  Search out;
  out.number.assign(graph.size(), -1);
  std::vector<std::pair<int, std::size_t>> stack;  // number, next successor
  const auto discover = [&](int node, int parent) {
    out.number[node] = static_cast<int>(out.node.size());
    stack.emplace_back(out.number[node], 0);
    out.node.push_back(node);
    out.parent.push_back(parent);
  };
  discover(root, -1);
  while (!stack.empty()) {
    const int v = stack.back().first;
    const auto next = graph.successors(out.node[v]);
    if (stack.back().second == next.size()) {
      stack.pop_back();
      continue;
    }
    const int w = next[stack.back().second++];
    if (out.number[w] < 0) discover(w, v);
  }
  return out;
}

}  // namespace

Digraph::Digraph(int size, const std::vector<std::pair<int, int>>& edges)
    : first_(static_cast<std::size_t>(size) + 1, 0), target_(edges.size()) {
  for (const auto& [from, to] : edges) ++first_[from + 1];
  for (int i = 0; i < size; ++i) first_[i + 1] += first_[i];
  std::vector<int> next(first_.begin(), first_.end() - 1);
  for (const auto& [from, to] : edges) target_[next[from]++] = to;
}

Digraph Digraph::reversed() const {
  std::vector<std::pair<int, int>> edges;
  edges.reserve(target_.size());
  for (int i = 0; i < size(); ++i)
    for (const int to : successors(i)) edges.emplace_back(to, i);
  return Digraph(size(), edges);
}

std::vector<int> immediate_dominators(const Digraph& graph, int root) {
  const Search search = search_from(graph, root);
  const int n = static_cast<int>(search.node.size());
  const Digraph back = graph.reversed();
  // By depth-first number: semidominator, the least semidominator on the compressed path, and the path
  // itself.
  std::vector<int> semi(n), label(n), ancestor = search.parent, idom = search.parent, path;
  for (int i = 0; i < n; ++i) semi[i] = label[i] = i;
  const auto evaluate = [&](int v, int last_linked) {
    if (v < last_linked) return label[v];
    // Follows ancestors that are linked already (their numbers are at least last_linked) and compresses.
    path.clear();
    for (int u = v; ancestor[u] >= last_linked; u = ancestor[u]) path.push_back(u);
    int top = path.empty() ? v : ancestor[path.back()];
    for (std::size_t i = path.size(); i-- > 0;) {
      const int u = path[i];
      if (label[top] < label[u]) label[u] = label[top];
      ancestor[u] = ancestor[top];
      top = u;
    }
    return label[v];
  };
  for (int w = n - 1; w >= 1; --w) {
    semi[w] = search.parent[w];
    for (const int from : back.successors(search.node[w])) {
      const int v = search.number[from];
      if (v >= 0) semi[w] = std::min(semi[w], evaluate(v, w + 1));
    }
    label[w] = semi[w];
  }
  for (int w = 1; w < n; ++w)
    while (idom[w] > semi[w]) idom[w] = idom[idom[w]];
  std::vector<int> out(graph.size(), -1);
  for (int w = 1; w < n; ++w) out[search.node[w]] = search.node[idom[w]];
  return out;
}

Ancestry::Ancestry(const std::vector<int>& parent) : enter_(parent.size()), leave_(parent.size()) {
  std::vector<std::pair<int, int>> edges;
  std::vector<int> roots;
  for (std::size_t i = 0; i < parent.size(); ++i) {
    if (parent[i] < 0)
      roots.push_back(static_cast<int>(i));
    else
      edges.emplace_back(parent[i], static_cast<int>(i));
  }
  const Digraph tree(static_cast<int>(parent.size()), edges);
  std::vector<std::pair<int, std::size_t>> stack;
  int clock = 0;
  for (const int root : roots) {
    enter_[root] = clock++;
    stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == tree.successors(node).size()) {
        leave_[node] = clock;
        stack.pop_back();
        continue;
      }
      const int child = tree.successors(node)[next++];
      enter_[child] = clock++;
      stack.emplace_back(child, 0);
    }
  }
}

int strong_components(const Digraph& graph, const std::vector<int>& nodes, std::vector<int>& scratch,
                      std::vector<int>& component) {
  using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
  for (std::size_t i = 0; i < nodes.size(); ++i) scratch[nodes[i]] = static_cast<int>(i);
  std::vector<std::pair<std::size_t, std::size_t>> edges;  // by their first node, as the graph wants them
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const int to : graph.successors(nodes[i]))
      if (scratch[to] >= 0) edges.emplace_back(i, static_cast<std::size_t>(scratch[to]));
  const Graph sub(boost::edges_are_sorted, edges.begin(), edges.end(), nodes.size());
  for (const int node : nodes) scratch[node] = -1;
  component.assign(nodes.size(), 0);
  if (nodes.empty()) return 0;
  return boost::strong_components(
      sub, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, sub)));
}

}  // namespace warpproof
