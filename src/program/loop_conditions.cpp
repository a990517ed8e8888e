#include "src/program/loop_conditions.h"

#include <algorithm>
#include <optional>

#include "src/program/flow.h"

namespace warpproof {

namespace {

constexpr int kMostBranches = 4;  // that lead back to the head

bool writes(const Instruction& in, std::uint32_t reg) {
  return std::any_of(in.destinations.begin(), in.destinations.end(), [&](const Operand& o) {
    return o.kind == Operand::Kind::Register && o.index == reg;
  });
}

using Side = LoopCondition::Side;

class AtEnd {
 public:
  AtEnd(const Program& program, const Function& f, const Flow& flow, const std::vector<bool>& live)
      : program_(program), f_(f), flow_(flow), live_(live) {}

  std::optional<LoopCondition> condition(const Block& block, std::uint32_t head) const;

 private:
  bool leads_to(std::uint32_t block, std::uint32_t head) const;
  std::optional<Side> side(const Block& block, std::uint32_t setp, const Operand& o, int width) const;

  const Program& program_;
  const Function& f_;
  const Flow& flow_;
  const std::vector<bool>& live_;
};

std::uint64_t ones(int width) { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

// What the instruction reads is what is at the head in the next iteration: in the register itself, in one that it was
// copied to, or in the memory that it was loaded from.
std::optional<Side> AtEnd::side(const Block& block, std::uint32_t setp, const Operand& o, int width) const {
  if (o.kind == Operand::Kind::Immediate) return Side{Side::Kind::Number, o.bits & ones(width)};
  if (o.kind != Operand::Kind::Register || bits_of(f_.registers[o.index].type) != width) return std::nullopt;
  if (live_[o.index]) return Side{Side::Kind::Register, o.index};
  for (std::uint32_t i = setp + 1; i < block.last; ++i) {
    const Instruction& in = f_.code[i];
    const bool copies = in.op == Opcode::Mov && in.guard.reg < 0 && in.sources.size() == 1 &&
                        in.sources[0].kind == Operand::Kind::Register && in.sources[0].index == o.index &&
                        in.destinations.size() == 1 && in.destinations[0].kind == Operand::Kind::Register;
    if (copies && live_[in.destinations[0].index]) return Side{Side::Kind::Register, in.destinations[0].index};
  }
  for (std::uint32_t i = setp; i-- > block.first;) {
    const Instruction& in = f_.code[i];
    if (!writes(in, o.index)) continue;
    const auto slot = in.op == Opcode::Ld && in.guard.reg < 0 ? flow_.slot_of(in) : std::nullopt;
    const bool whole = slot && slot->offset >= 0 && bits_of(in.type) == width &&
                       program_.variables[slot->index].space == Space::Local;
    if (!whole) return std::nullopt;
    return Side{Side::Kind::Memory, static_cast<std::uint64_t>(slot->offset), slot->index};
  }
  return std::nullopt;
}

// Does whoever enters the block come to the head, with nothing in between but branches?
bool AtEnd::leads_to(std::uint32_t b, std::uint32_t head) const {
  for (int steps = 0; steps < kMostBranches && b != head; ++steps) {
    const Block& block = f_.blocks[b];
    const bool only_leads_on = block.successors.size() == 1 && block.last - block.first <= 1 &&
                               (block.last == block.first || f_.code[block.first].op == Opcode::Bra);
    if (!only_leads_on) return false;
    b = block.successors[0];
  }
  return b == head;
}

std::optional<LoopCondition> AtEnd::condition(const Block& block, std::uint32_t head) const {
  if (block.last == block.first || block.successors.size() != 2) return std::nullopt;
  const bool goes_back_if_taken = leads_to(block.successors[0], head);
  if (goes_back_if_taken == leads_to(block.successors[1], head)) return std::nullopt;
  const Instruction& branch = f_.code[block.last - 1];
  if (branch.op != Opcode::Bra || branch.guard.reg < 0) return std::nullopt;
  const auto predicate = static_cast<std::uint32_t>(branch.guard.reg);
  for (std::uint32_t i = block.last - 1; i-- > block.first;) {
    const Instruction& in = f_.code[i];
    if (!writes(in, predicate)) continue;
    const bool plain = in.op == Opcode::Setp && in.guard.reg < 0 && in.mod.combine == BoolOp::None &&
                       in.destinations[0].index == predicate && in.sources.size() == 2 && !is_float(in.type);
    if (!plain) return std::nullopt;
    LoopCondition out;
    out.place = in.place;
    out.width = bits_of(in.type);
    out.is_signed = is_signed(in.type);
    const auto first = side(block, i, in.sources[0], out.width), second = side(block, i, in.sources[1], out.width);
    if (!first || !second) return std::nullopt;
    bool first_is_less = true;
    switch (in.mod.compare) {
      case Compare::Lt:
      case Compare::Lo:
        break;
      case Compare::Le:
      case Compare::Ls:
        out.or_equal = true;
        break;
      case Compare::Gt:
      case Compare::Hi:
        first_is_less = false;
        break;
      case Compare::Ge:
      case Compare::Hs:
        first_is_less = false;
        out.or_equal = true;
        break;
      default:
        return std::nullopt;
    }
    const bool as_written = goes_back_if_taken != branch.guard.negated;
    if (!as_written) {  // not (a < b): b <= a
      first_is_less = !first_is_less;
      out.or_equal = !out.or_equal;
    }
    out.less = first_is_less ? *first : *second;
    out.more = first_is_less ? *second : *first;
    return out;
  }
  return std::nullopt;
}

}  // namespace

bool LoopCondition::holds(std::uint64_t a, std::uint64_t b) const {
  a &= ones(width);
  b &= ones(width);
  if (is_signed) {  // as numbers without a sign, in the same order
    const std::uint64_t top = std::uint64_t{1} << (width - 1);
    a ^= top;
    b ^= top;
  }
  return a < b || (or_equal && a == b);
}

std::vector<LoopCondition> conditions_of_loop(const Program& program, const Function& f, const FunctionGraph& graph,
                                              int head) {
  std::vector<LoopCondition> out;
  const Flow flow(program, f);
  const AtEnd at_end(program, f, flow, graph.live_in[static_cast<std::size_t>(head)]);
  for (const auto& loop : graph.loops) {
    if (loop.head != head) continue;
    for (const int b : loop.blocks) {
      const auto found = at_end.condition(f.blocks[static_cast<std::size_t>(b)], static_cast<std::uint32_t>(head));
      if (found && std::none_of(out.begin(), out.end(), [&](const auto& c) { return c.says_the_same(*found); }))
        out.push_back(*found);
    }
  }
  return out;
}

}  // namespace warpproof
