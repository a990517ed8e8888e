#include "src/cfg/thread_jumps.h"

#include <map>
#include <optional>
#include <vector>

#include "src/cfg/edit_blocks.h"

namespace warpproof {

namespace {

constexpr std::uint32_t kLongest = 8;  // instructions of a block that is copied for those who know its branch

// Predicates that are known at some point, by register.
using Known = std::map<std::uint32_t, bool>;

std::optional<bool> moved(const Instruction& in, const Known& known) {
  if (in.op != Opcode::Mov || in.type != Type::Pred || in.guard.reg >= 0 || in.sources.size() != 1) return {};
  const Operand& from = in.sources.front();
  if (from.negated) return {};
  if (from.kind == Operand::Kind::Immediate) return from.bits != 0;
  const auto it = from.kind == Operand::Kind::Register ? known.find(from.index) : known.end();
  return it == known.end() ? std::nullopt : std::optional(it->second);
}

// Adds what is known after the instructions of a block.
void follow(const Function& f, const Block& block, Known& known) {
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const auto value = moved(f.code[i], known);
    for (const Operand& to : f.code[i].destinations) {
      if (to.kind == Operand::Kind::Register) known.erase(to.index);
    }
    if (value && f.code[i].destinations.front().kind == Operand::Kind::Register)
      known[f.code[i].destinations.front().index] = *value;
  }
}

// A block that moves predicates at most, and branches by one.
bool only_tests(const Function& f, std::uint32_t block) {
  const Block& b = f.blocks[block];
  if (!branches(f, block) || b.last - b.first > kLongest) return false;
  for (std::uint32_t i = b.first; i + 1 < b.last; ++i) {
    if (f.code[i].op != Opcode::Mov || f.code[i].type != Type::Pred || f.code[i].guard.reg >= 0) return false;
  }
  return true;
}

// Where the branch goes for those who come with this knowledge.
std::optional<std::uint32_t> way_out(const Function& f, std::uint32_t block, Known known) {
  const Block& b = f.blocks[block];
  follow(f, b, known);
  const Instruction& bra = f.code[b.last - 1];
  const auto value = known.find(static_cast<std::uint32_t>(bra.guard.reg));
  if (value == known.end()) return {};
  const std::uint32_t taken = bra.targets.front();
  if (value->second != bra.guard.negated) return taken;
  return b.successors[0] == taken ? b.successors[1] : b.successors[0];
}

bool thread_one(Function& f) {
  for (std::uint32_t from = 0; from < f.blocks.size(); ++from) {
    Known known;
    follow(f, f.blocks[from], known);
    if (known.empty()) continue;
    for (const std::uint32_t test : std::vector<std::uint32_t>(f.blocks[from].successors)) {
      if (test == from || !only_tests(f, test)) continue;
      const auto way = way_out(f, test, known);
      if (!way) continue;
      const std::uint32_t copy = copy_block(f, test);
      always_go_to(f, copy, *way);
      redirect(f, from, test, copy);
      return true;
    }
  }
  return false;
}

}  // namespace

Program thread_jumps(const Program& program) {
  Program out = program;
  for (Function& f : out.functions) {
    bool any = false;
    for (std::size_t most = f.blocks.size(); f.has_body && most > 0 && thread_one(f); --most) any = true;
    if (any) drop_unreached(f);
  }
  return out;
}

}  // namespace warpproof
