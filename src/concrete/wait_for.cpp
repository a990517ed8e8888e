#include "src/concrete/wait_for.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/strong_components.hpp>
#include <set>

namespace warpproof::concrete {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

// The vertices of a shortest way from `from` back to itself, `from` first; empty when there is none.
std::vector<int> shortest_cycle(const Graph& graph, int from) {
  std::vector<int> previous(boost::num_vertices(graph), -1);
  boost::breadth_first_search(graph, static_cast<std::size_t>(from),
                              boost::visitor(boost::make_bfs_visitor(
                                  boost::record_predecessors(previous.data(), boost::on_tree_edge()))));
  std::vector<int> best;
  for (const auto edge : boost::make_iterator_range(boost::edges(graph))) {
    if (static_cast<int>(boost::target(edge, graph)) != from) continue;
    std::vector<int> way;
    int at = static_cast<int>(boost::source(edge, graph));
    for (; at != from && at >= 0; at = previous[static_cast<std::size_t>(at)]) way.push_back(at);
    if (at != from) continue;  // not reached from here
    way.push_back(from);
    std::reverse(way.begin(), way.end());
    if (best.empty() || way.size() < best.size()) best = way;
  }
  return best;
}

}  // namespace

WaitChain find_wait_chain(int nodes, const std::vector<std::pair<int, int>>& edges) {
  Graph graph(static_cast<std::size_t>(nodes));
  for (const auto& [a, b] : std::set<std::pair<int, int>>(edges.begin(), edges.end())) {
    boost::add_edge(static_cast<std::size_t>(a), static_cast<std::size_t>(b), graph);
  }
  std::vector<int> component(static_cast<std::size_t>(nodes));
  boost::strong_components(graph, component.data());
  WaitChain out;
  for (int n = 0; n < nodes && out.nodes.empty(); ++n) {
    if (std::count(component.begin(), component.end(), component[static_cast<std::size_t>(n)]) < 2) continue;
    out.nodes = shortest_cycle(graph, n);
    out.is_cycle = !out.nodes.empty();
  }
  for (int n = 0; n < nodes && out.nodes.empty(); ++n) {
    for (auto at = static_cast<std::size_t>(n); boost::out_degree(at, graph) > 0;) {
      if (out.nodes.empty()) out.nodes.push_back(static_cast<int>(at));
      at = boost::target(*boost::out_edges(at, graph).first, graph);
      out.nodes.push_back(static_cast<int>(at));
    }
  }
  return out;
}

}  // namespace warpproof::concrete
