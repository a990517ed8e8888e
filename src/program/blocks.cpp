#include "src/program/blocks.h"

#include <stdexcept>

namespace warpproof::lowering {

std::uint32_t BlockBuilder::new_label() {
  label_block_.push_back(-1);
  return static_cast<std::uint32_t>(label_block_.size() - 1);
}

void BlockBuilder::open(const std::string& name) {
  if (!ends_.empty() && ends_.back() == End::Open) {
    Block& current = f_.blocks.back();
    if (current.first == f_.code.size()) {
      if (current.label.empty()) current.label = name;
      return;
    }
    close(End::Falls);
  }
  const auto at = static_cast<std::uint32_t>(f_.code.size());
  f_.blocks.push_back({name, at, at, {}});
  ends_.push_back(End::Open);
}

void BlockBuilder::close(End end) {
  f_.blocks.back().last = static_cast<std::uint32_t>(f_.code.size());
  ends_.back() = end;
}

void BlockBuilder::place(std::uint32_t label, const std::string& name) {
  open(name);
  label_block_[label] = static_cast<std::int64_t>(f_.blocks.size() - 1);
}

void BlockBuilder::add(Instruction instruction) {
  if (ends_.empty() || ends_.back() != End::Open) open("");
  f_.code.push_back(std::move(instruction));
}

void BlockBuilder::add_branch(Instruction branch) {
  const bool conditional = branch.guard.reg >= 0;
  add(std::move(branch));
  close(conditional ? End::Falls : End::Jumps);
}

void BlockBuilder::add_alone(Instruction instruction, bool stops) {
  std::uint32_t after = 0;
  const bool guarded = instruction.guard.reg >= 0;
  if (guarded) {
    after = new_label();
    Instruction around;
    around.op = Opcode::Bra;
    around.guard = {instruction.guard.reg, !instruction.guard.negated};
    around.place = instruction.place;
    around.targets = {after};
    add_branch(std::move(around));
    instruction.guard = {};
  }
  open("");
  f_.code.push_back(std::move(instruction));
  close(stops ? End::Stops : End::Falls);
  if (guarded) place(after, "");
}

void BlockBuilder::finish(std::uint32_t place) {
  if (ends_.empty() || ends_.back() == End::Open || ends_.back() == End::Falls) {
    Instruction ret;
    ret.op = Opcode::Ret;
    ret.place = place;
    add_alone(std::move(ret), true);
  }
  set_successors();
  drop_unreachable();
}

void BlockBuilder::set_successors() {
  std::vector<std::size_t> named_by(f_.blocks.size(),
                                    f_.blocks.size());  // the last block that had it as a target
  for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
    Block& block = f_.blocks[b];
    Instruction* last = block.last > block.first ? &f_.code[block.last - 1] : nullptr;
    if (last != nullptr && (last->op == Opcode::Bra || last->op == Opcode::BrxIdx)) {
      for (std::uint32_t& target : last->targets) {
        if (label_block_[target] < 0) throw std::logic_error("a label was never placed");
        target = static_cast<std::uint32_t>(label_block_[target]);
        if (named_by[target] != b) block.successors.push_back(target);
        named_by[target] = b;
      }
    }
    if (ends_[b] == End::Falls) block.successors.push_back(static_cast<std::uint32_t>(b + 1));
  }
}

void BlockBuilder::drop_unreachable() {
  std::vector<char> reachable(f_.blocks.size(), 0);
  std::vector<std::uint32_t> work = {0};
  reachable[0] = 1;
  while (!work.empty()) {
    const std::uint32_t b = work.back();
    work.pop_back();
    for (std::uint32_t next : f_.blocks[b].successors)
      if (!reachable[next]) {
        reachable[next] = 1;
        work.push_back(next);
      }
  }
  std::vector<std::uint32_t> number(f_.blocks.size(), 0);
  std::vector<Block> blocks;
  std::vector<Instruction> code;
  for (std::size_t b = 0; b < f_.blocks.size(); ++b) {
    if (!reachable[b]) continue;
    number[b] = static_cast<std::uint32_t>(blocks.size());
    Block kept = std::move(f_.blocks[b]);
    const auto first = static_cast<std::uint32_t>(code.size());
    for (std::uint32_t i = kept.first; i < kept.last; ++i) code.push_back(std::move(f_.code[i]));
    kept.first = first;
    kept.last = static_cast<std::uint32_t>(code.size());
    blocks.push_back(std::move(kept));
  }
  for (Block& block : blocks) {
    for (std::uint32_t& next : block.successors) next = number[next];
    if (block.last == block.first) continue;
    for (std::uint32_t& target : code[block.last - 1].targets) target = number[target];
  }
  f_.blocks = std::move(blocks);
  f_.code = std::move(code);
}

}  // namespace warpproof::lowering
