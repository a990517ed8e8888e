#include "src/cfg/loops.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace warpproof {
namespace {

class Orderer {
 public:
  Orderer(const Digraph& graph, FunctionGraph& out) : graph_(graph), out_(out), back_(graph.reversed()) {
    const auto n = static_cast<std::size_t>(graph.size());
    component_of_.assign(n, -1);
    scratch_.assign(n, -1);
    inside_.assign(n, -1);
  }

  void run() {
    const int n = graph_.size();
    out_.order.assign(n, -1);
    out_.loop_of.assign(n, -1);
    number_from_entry();
    std::vector<int> all(n);
    for (int i = 0; i < n; ++i) all[i] = i;
    pending_.push_back({-1, -1, std::move(all)});
    while (!pending_.empty()) {
      Item item = std::move(pending_.back());
      pending_.pop_back();
      if (item.block >= 0)
        emit(item.block);
      else
        decompose(item);
    }
    for (FunctionGraph::Loop& loop : out_.loops)
      std::sort(loop.blocks.begin(), loop.blocks.end(),
                [&](int a, int b) { return out_.order[a] < out_.order[b]; });
  }

 private:
  // One block to place, or (block < 0) blocks to split into components inside `loop`.
  struct Item {
    int block;
    int loop;
    std::vector<int> blocks;
  };

  void emit(int block) {
    out_.order[block] = static_cast<int>(out_.sorted.size());
    out_.sorted.push_back(block);
  }

  void spend(std::uint64_t work) {
    work_ += work;
    if (work_ > kMaxLoopWork) throw CfgError("loops are nested too deeply to be ordered");
  }

  // Reverse postorder numbers of a depth-first search from the entry. The least in any component is one of
  // its entries: the search finds that block first, and what it reaches finishes before it.
  void number_from_entry() {
    rank_.assign(graph_.size(), -1);
    std::vector<std::pair<int, std::size_t>> stack = {{0, 0}};
    std::vector<char> seen(graph_.size(), 0);
    seen[0] = 1;
    int next_rank = graph_.size();
    while (!stack.empty()) {
      auto& [block, next] = stack.back();
      if (next == graph_.successors(block).size()) {
        rank_[block] = --next_rank;
        stack.pop_back();
        continue;
      }
      const int to = graph_.successors(block)[next++];
      if (seen[to]) continue;
      seen[to] = 1;
      stack.emplace_back(to, 0);
    }
  }

  bool has_self_edge(int block) const {
    const auto next = graph_.successors(block);
    return std::find(next.begin(), next.end(), block) != next.end();
  }

  void decompose(const Item& item) {
    if (item.blocks.empty()) return;
    std::vector<int> component;
    const int count = strong_components(graph_, item.blocks, scratch_, component);
    std::vector<std::vector<int>> members(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < item.blocks.size(); ++i) members[component[i]].push_back(item.blocks[i]);
    std::vector<Item> parts;
    for (const int c : topological(item.blocks, component, members)) {
      if (members[c].size() == 1 && !has_self_edge(members[c][0]))
        parts.push_back({members[c][0], item.loop, {}});
      else
        add_loop(std::move(members[c]), item.loop, parts);
    }
    for (const int block : item.blocks) component_of_[block] = -1;
    pending_.insert(pending_.end(), std::make_move_iterator(parts.rbegin()),
                    std::make_move_iterator(parts.rend()));
  }

  // Components with predecessors first; among those that are ready, the one that stands first in the text.
  std::vector<int> topological(const std::vector<int>& blocks, const std::vector<int>& component,
                               const std::vector<std::vector<int>>& members) {
    for (std::size_t i = 0; i < blocks.size(); ++i) component_of_[blocks[i]] = component[i];
    std::vector<int> waiting(members.size(), 0), first(members.size());
    const auto for_each_edge = [&](int c, const auto& visit) {
      for (const int block : members[c])
        for (const int to : graph_.successors(block))
          if (component_of_[to] >= 0 && component_of_[to] != c) visit(component_of_[to]);
    };
    for (std::size_t c = 0; c < members.size(); ++c) {
      first[c] = *std::min_element(members[c].begin(), members[c].end());
      for_each_edge(static_cast<int>(c), [&](int to) { ++waiting[to]; });
      for (const int block : members[c]) spend(1 + graph_.successors(block).size());
    }
    using Ready = std::pair<int, int>;  // first block, component
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
    for (std::size_t c = 0; c < members.size(); ++c)
      if (waiting[c] == 0) ready.emplace(first[c], static_cast<int>(c));
    std::vector<int> out;
    while (!ready.empty()) {
      const int c = ready.top().second;
      ready.pop();
      out.push_back(c);
      for_each_edge(c, [&](int to) {
        if (--waiting[to] == 0) ready.emplace(first[to], to);
      });
    }
    return out;
  }

  void add_loop(std::vector<int> blocks, int parent, std::vector<Item>& parts) {
    const auto index = static_cast<int>(out_.loops.size());
    FunctionGraph::Loop loop;
    loop.parent = parent;
    loop.head =
        *std::min_element(blocks.begin(), blocks.end(), [&](int a, int b) { return rank_[a] < rank_[b]; });
    for (const int block : blocks) inside_[block] = index;
    for (const int block : blocks) {
      out_.loop_of[block] = index;
      if (block == loop.head) continue;
      if (block == 0) loop.irreducible = true;
      for (const int from : back_.successors(block))
        if (inside_[from] != index) loop.irreducible = true;
    }
    std::vector<int> rest;
    for (const int block : blocks)
      if (block != loop.head) rest.push_back(block);
    parts.push_back({loop.head, parent, {}});
    parts.push_back({-1, index, std::move(rest)});
    loop.blocks = std::move(blocks);
    out_.loops.push_back(std::move(loop));
  }

  const Digraph& graph_;
  FunctionGraph& out_;
  Digraph back_;
  std::vector<Item> pending_;
  std::vector<int> rank_;          // by block
  std::vector<int> component_of_;  // by block, while its component is split; -1 otherwise
  std::vector<int> inside_;        // by block, the loop found last that holds it
  std::vector<int> scratch_;
  std::uint64_t work_ = 0;
};

}  // namespace

void order_loops(const Digraph& graph, FunctionGraph& out) { Orderer(graph, out).run(); }

}  // namespace warpproof
