#include "src/cfg/edit_blocks.h"

#include <algorithm>
#include <vector>

namespace warpproof {

void redirect(Function& f, std::uint32_t block, std::uint32_t from, std::uint32_t to) {
  Block& b = f.blocks[block];
  std::replace(b.successors.begin(), b.successors.end(), from, to);
  if (b.last == b.first) return;
  auto& targets = f.code[b.last - 1].targets;
  std::replace(targets.begin(), targets.end(), from, to);
}

std::uint32_t copy_block(Function& f, std::uint32_t block) {
  Block b = f.blocks[block];
  const auto first = static_cast<std::uint32_t>(f.code.size());
  const std::vector<Instruction> code(f.code.begin() + b.first, f.code.begin() + b.last);
  f.code.insert(f.code.end(), code.begin(), code.end());
  b.first = first;
  b.last = static_cast<std::uint32_t>(f.code.size());
  b.label.clear();
  f.blocks.push_back(b);
  return static_cast<std::uint32_t>(f.blocks.size() - 1);
}

void split_block(Function& f, std::uint32_t block, std::uint32_t at) {
  Block rest = f.blocks[block];
  rest.first = at;
  rest.label.clear();
  f.blocks[block].last = at;
  f.blocks[block].successors = {static_cast<std::uint32_t>(f.blocks.size())};
  f.blocks.push_back(std::move(rest));
}

bool branches(const Function& f, std::uint32_t block) {
  const Block& b = f.blocks[block];
  return b.successors.size() == 2 && b.first < b.last && f.code[b.last - 1].op == Opcode::Bra &&
         f.code[b.last - 1].guard.reg >= 0;
}

void always_go_to(Function& f, std::uint32_t block, std::uint32_t target) {
  Block& b = f.blocks[block];
  Instruction& bra = f.code[b.last - 1];
  bra.guard = {};
  bra.targets = {target};
  b.successors = {target};
}

void drop_unreached(Function& f) {
  constexpr std::uint32_t kUnreached = ~0u;
  std::vector<std::uint32_t> number(f.blocks.size(), kUnreached), open{0};
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    if (number[b] != kUnreached) continue;
    number[b] = 0;
    open.insert(open.end(), f.blocks[b].successors.begin(), f.blocks[b].successors.end());
  }
  std::vector<Block> blocks;
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
    if (number[b] == kUnreached) continue;
    number[b] = static_cast<std::uint32_t>(blocks.size());
    blocks.push_back(std::move(f.blocks[b]));
  }
  for (Block& b : blocks) {
    for (auto& s : b.successors) s = number[s];
    if (b.first == b.last) continue;
    for (auto& t : f.code[b.last - 1].targets) t = number[t];
  }
  f.blocks = std::move(blocks);
}

}  // namespace warpproof
