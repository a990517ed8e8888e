#include "src/cfg/cfg.h"

#include <algorithm>

#include "src/cfg/liveness.h"
#include "src/cfg/loops.h"

namespace warpproof {
namespace {

std::vector<std::pair<int, int>> edges_of(const Function& function) {
  std::vector<std::pair<int, int>> edges;
  for (std::size_t b = 0; b < function.blocks.size(); ++b)
    for (const std::uint32_t next : function.blocks[b].successors)
      edges.emplace_back(static_cast<int>(b), static_cast<int>(next));
  return edges;
}

// Which blocks can come to one without successors.
std::vector<char> blocks_that_can_end(const Digraph& graph) {
  const Digraph back = graph.reversed();
  std::vector<char> out(static_cast<std::size_t>(graph.size()), 0);
  std::vector<int> work;
  for (int b = 0; b < graph.size(); ++b) {
    if (!graph.successors(b).empty()) continue;
    out[b] = 1;
    work.push_back(b);
  }
  while (!work.empty()) {
    const int b = work.back();
    work.pop_back();
    for (const int from : back.successors(b)) {
      if (out[from]) continue;
      out[from] = 1;
      work.push_back(from);
    }
  }
  return out;
}

// The last block of every loop that nothing leaves and that nothing follows.
std::vector<int> ends_of_endless_loops(const Digraph& graph, const std::vector<int>& order,
                                       const std::vector<char>& ends) {
  std::vector<int> blocks;
  for (int b = 0; b < graph.size(); ++b)
    if (!ends[b]) blocks.push_back(b);
  std::vector<int> scratch(static_cast<std::size_t>(graph.size()), -1), component;
  const int count = strong_components(graph, blocks, scratch, component);
  for (std::size_t i = 0; i < blocks.size(); ++i) scratch[blocks[i]] = component[i];
  std::vector<int> last(static_cast<std::size_t>(count), -1);
  std::vector<char> is_left(static_cast<std::size_t>(count), 0);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    int& end = last[component[i]];
    if (end < 0 || order[end] < order[blocks[i]]) end = blocks[i];
    for (const int to : graph.successors(blocks[i]))
      if (scratch[to] != component[i]) is_left[component[i]] = 1;
  }
  std::vector<int> out;
  for (int c = 0; c < count; ++c)
    if (!is_left[c]) out.push_back(last[c]);
  return out;
}

// Dominators of the reversed graph from a virtual exit, number graph.size().
std::vector<int> post_dominators(const Digraph& graph, const std::vector<int>& order,
                                 const std::vector<char>& ends) {
  const int exit = graph.size();
  std::vector<std::pair<int, int>> edges;
  for (int b = 0; b < exit; ++b) {
    for (const int to : graph.successors(b)) edges.emplace_back(to, b);
    if (graph.successors(b).empty()) edges.emplace_back(exit, b);
  }
  for (const int b : ends_of_endless_loops(graph, order, ends)) edges.emplace_back(exit, b);
  return immediate_dominators(Digraph(exit + 1, edges), exit);
}

bool only_ends(const Function& function, const Block& block) {
  if (block.last - block.first != 1) return false;
  const Opcode op = function.code[block.first].op;
  return op == Opcode::Ret || op == Opcode::Exit;
}

// Does the block nothing but go on to its one successor?
bool only_goes_on(const Function& function, const Block& block) {
  if (block.successors.size() != 1 || block.last - block.first > 1) return false;
  return block.last == block.first ||
         (function.code[block.first].op == Opcode::Bra && function.code[block.first].guard.reg < 0);
}

std::vector<char> trivial_exits(const Function& function, const std::vector<int>& sorted) {
  std::vector<char> out(function.blocks.size(), 0);
  // Later blocks first: a chain of branches that goes forward is decided in one pass, and one that goes
  // around a loop never comes to an end.
  for (auto it = sorted.rbegin(); it != sorted.rend(); ++it) {
    const Block& block = function.blocks[*it];
    out[*it] = only_ends(function, block) || (only_goes_on(function, block) && out[block.successors[0]] != 0);
  }
  return out;
}

}  // namespace

bool FunctionGraph::in_loop_of_head(int head, int block) const {
  const int wanted = head_of_[head];
  if (wanted < 0) return false;
  for (int loop = loop_of[block]; loop >= 0; loop = loops[loop].parent)
    if (loop == wanted) return true;
  return false;
}

bool FunctionGraph::reaches(int i, int j) const {
  std::vector<char> seen(static_cast<std::size_t>(graph_.size()), 0);
  std::vector<int> work = {i};
  while (!work.empty()) {
    const int block = work.back();
    work.pop_back();
    for (const int to : graph_.successors(block)) {
      if (to == j) return true;
      if (seen[to]) continue;
      seen[to] = 1;
      work.push_back(to);
    }
  }
  return false;
}

FunctionGraph analyse(const Function& function) {
  FunctionGraph out;
  const int n = static_cast<int>(function.blocks.size());
  if (n == 0) return out;
  out.graph_ = Digraph(n, edges_of(function));
  order_loops(out.graph_, out);
  out.head_of_.assign(static_cast<std::size_t>(n), -1);
  for (std::size_t i = 0; i < out.loops.size(); ++i) out.head_of_[out.loops[i].head] = static_cast<int>(i);
  out.immediate_dominator = immediate_dominators(out.graph_, 0);
  out.dominators_ = Ancestry(out.immediate_dominator);
  out.can_end = blocks_that_can_end(out.graph_);
  out.immediate_post_dominator = post_dominators(out.graph_, out.order, out.can_end);
  out.post_dominators_ = Ancestry(out.immediate_post_dominator);
  out.immediate_post_dominator.resize(static_cast<std::size_t>(n));
  for (int& block : out.immediate_post_dominator)
    if (block == n) block = -1;
  out.is_trivial_exit = trivial_exits(function, out.sorted);
  out.live_in = live_registers(function, out.graph_, out.sorted);
  return out;
}

}  // namespace warpproof
