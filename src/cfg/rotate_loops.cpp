#include "src/cfg/rotate_loops.h"

#include <algorithm>
#include <optional>
#include <set>

#include "src/cfg/cfg.h"
#include "src/cfg/edit_blocks.h"

namespace warpproof {

namespace {

constexpr std::size_t kLongestTest = 64;  // instructions

bool only_computes(const Function& f, const Block& block) {
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const Opcode op = f.code[i].op;
    const bool ends = op == Opcode::Bra && i + 1 == block.last;
    const bool loads = op == Opcode::Ld || op == Opcode::Ldu;
    const bool own =
        op == Opcode::St && (f.code[i].mod.space == Space::Local || f.code[i].mod.names_variable);
    if (!ends && !loads && !own && info(op).cls != OpcodeClass::Alu) return false;
  }
  return block.last - block.first <= kLongestTest;
}

// The whole body is in the head, which is thus after it already: all else only jumps back there.
bool is_one_block(const Function& f, const FunctionGraph::Loop& loop) {
  return std::all_of(loop.blocks.begin(), loop.blocks.end(), [&](int b) {
    const Block& block = f.blocks[static_cast<std::size_t>(b)];
    const bool jumps = block.first == block.last ||
                       (block.last == block.first + 1 && f.code[block.first].op == Opcode::Bra &&
                        f.code[block.first].guard.reg < 0);
    return b == loop.head || jumps;
  });
}

// The head of the loop as it is then; nothing where the loop stays as it is.
std::optional<std::uint32_t> rotate(Function& f, const FunctionGraph& graph,
                                    const FunctionGraph::Loop& loop) {
  const auto head = static_cast<std::uint32_t>(loop.head);
  const auto inside = [&](std::uint32_t b) { return graph.in_loop_of_head(loop.head, static_cast<int>(b)); };
  const std::vector<std::uint32_t> next = f.blocks[head].successors;
  if (loop.irreducible || head == 0 || next.size() != 2 || inside(next[0]) == inside(next[1])) return {};
  const std::uint32_t body = inside(next[0]) ? next[0] : next[1];
  if (is_one_block(f, loop) || !only_computes(f, f.blocks[head])) return {};
  // Where the body begins with a loop of its own, the outer one needs a head apart from it.
  std::uint32_t fresh = body;
  if (graph.is_loop_head(static_cast<int>(body))) {
    Block between;
    between.first = between.last = f.blocks[body].first;
    between.successors = {body};
    fresh = static_cast<std::uint32_t>(f.blocks.size());
    f.blocks.push_back(between);
    redirect(f, head, body, fresh);
  }
  const auto count = static_cast<std::uint32_t>(f.blocks.size());
  const std::uint32_t before = copy_block(f, head);
  for (std::uint32_t b = 0; b < count; ++b) {
    if (b != fresh && !inside(b)) redirect(f, b, head, before);
  }
  return fresh;
}

void rotate_all(Function& f) {
  std::set<std::uint32_t> done;  // heads
  for (bool again = true; again;) {
    again = false;
    const FunctionGraph graph = analyse(f);
    for (const auto& loop : graph.loops) {
      if (!done.insert(static_cast<std::uint32_t>(loop.head)).second) continue;
      const auto head = rotate(f, graph, loop);
      if (!head) continue;
      done.insert(*head);
      again = true;
      break;
    }
  }
}

}  // namespace

Program rotate_loops(const Program& program) {
  Program out = program;
  for (Function& f : out.functions) {
    if (f.has_body) rotate_all(f);
  }
  return out;
}

}  // namespace warpproof
