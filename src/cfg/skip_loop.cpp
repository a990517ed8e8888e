#include "src/cfg/skip_loop.h"

#include <algorithm>

#include "src/cfg/cfg.h"
#include "src/cfg/edit_blocks.h"

namespace warpproof {

namespace {

// Which blocks are reached from the given one without going through `avoided`?
std::vector<bool> reached_from(const Function& f, std::uint32_t from, std::uint32_t avoided) {
  std::vector<bool> seen(f.blocks.size(), false);
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    if (seen[b] || b == avoided) continue;
    seen[b] = true;
    open.insert(open.end(), f.blocks[b].successors.begin(), f.blocks[b].successors.end());
  }
  return seen;
}

// The test of the loop once more, for those who come from outside; they do not go in.
std::uint32_t copy_of_test(Function& f, const FunctionGraph& graph, std::uint32_t head) {
  const std::uint32_t copy = copy_block(f, head);
  for (std::uint32_t from = 0; from < copy; ++from) {
    if (!graph.in_loop_of_head(static_cast<int>(head), static_cast<int>(from))) redirect(f, from, head, copy);
  }
  return copy;
}

// The loop's own test, where that is before its body; else the last branch before it that can go past it.
bool turn_branch(Function& f, std::uint32_t head) {
  const FunctionGraph graph = analyse(f);
  const auto inside = [&](std::uint32_t b) {
    return graph.in_loop_of_head(static_cast<int>(head), static_cast<int>(b));
  };
  if (!graph.is_loop_head(static_cast<int>(head)) || head == 0) return false;
  const auto next = f.blocks[head].successors;
  if (branches(f, head) && inside(next[0]) != inside(next[1])) {
    always_go_to(f, copy_of_test(f, graph, head), inside(next[0]) ? next[1] : next[0]);
    return true;
  }
  for (int b = graph.immediate_dominator[head]; b >= 0; b = graph.immediate_dominator[b]) {
    const auto block = static_cast<std::uint32_t>(b);
    if (!branches(f, block)) continue;
    const auto& ways = f.blocks[block].successors;
    const bool first = reached_from(f, ways[0], block)[head], second = reached_from(f, ways[1], block)[head];
    if (first == second) continue;
    always_go_to(f, block, first ? ways[1] : ways[0]);
    return true;
  }
  return false;
}

}  // namespace

std::vector<std::uint32_t> loops_with_a_follower(const Function& f) {
  const FunctionGraph graph = analyse(f);
  std::vector<std::uint32_t> out;
  for (const auto& loop : graph.loops) {
    const bool followed = std::any_of(graph.loops.begin(), graph.loops.end(), [&](const auto& other) {
      return other.parent == loop.parent && graph.order[other.head] > graph.order[loop.head] &&
             graph.reaches(loop.head, other.head);
    });
    if (followed && !loop.irreducible) out.push_back(static_cast<std::uint32_t>(loop.head));
  }
  std::sort(out.begin(), out.end(),
            [&](std::uint32_t a, std::uint32_t b) { return graph.order[a] < graph.order[b]; });
  return out;
}

bool skip_loop(Program& program, std::uint32_t function, std::uint32_t head) {
  Function f = program.functions.at(function);
  if (!f.has_body || head >= f.blocks.size() || !turn_branch(f, head)) return false;
  drop_unreached(f);
  program.functions[function] = std::move(f);
  return true;
}

}  // namespace warpproof
