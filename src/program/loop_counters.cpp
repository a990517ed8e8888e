#include "src/program/loop_counters.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace warpproof {
namespace {

bool compares_size(Compare c) {
  switch (c) {
    case Compare::Lt:
    case Compare::Le:
    case Compare::Gt:
    case Compare::Ge:
    case Compare::Lo:
    case Compare::Ls:
    case Compare::Hi:
    case Compare::Hs:
      return true;
    default:
      return false;
  }
}

class Finder {
 public:
  Finder(const Program& program, const Function& f, const std::vector<int>& blocks)
      : f_(f), flow_(program, f), blocks_(blocks.begin(), blocks.end()) {}

  LoopCounters find() {
    for (const int b : blocks_) {
      const Block& block = f_.blocks[static_cast<std::size_t>(b)];
      for (std::uint32_t i = block.first; i < block.last; ++i) {
        for (const Address& a : {f_.code[i].address, f_.code[i].copied_from})
          if (a.base == Address::Base::Register && !flow_.address_in(a.index)) take(out_.counters, a.index);
      }
      const bool may_leave = std::ranges::any_of(
          block.successors, [&](std::uint32_t next) { return !blocks_.contains(static_cast<int>(next)); });
      if (block.first == block.last || !may_leave) continue;
      const Instruction& last = f_.code[block.last - 1];
      if (last.op == Opcode::Bra && last.guard.reg >= 0) decided_by(static_cast<std::uint32_t>(last.guard.reg));
    }
    return std::move(out_);
  }

 private:
  // The comparisons that a predicate is made of.
  void decided_by(std::uint32_t predicate) {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> open{predicate};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      for (const Instruction* in : flow_.definitions({Source::Kind::Register, at, 0})) {
        const bool compares = in->op == Opcode::Setp;
        for (std::size_t i = 0; i < in->sources.size(); ++i) {
          const Operand& o = in->sources[i];
          if (o.kind != Operand::Kind::Register) continue;
          if (!compares || i >= 2) {  // the third one is a predicate
            if (f_.registers[o.index].type == Type::Pred) open.push_back(o.index);
          } else if (!is_float(in->type)) {
            take(compares_size(in->mod.compare) ? out_.counters : out_.compared_for_equality, o.index);
          }
        }
      }
    }
  }

  // What a value is a sum of. In 64 bits also a multiple of what is extended as a signed number: the offset of an element.
  void take(Sources& into, std::uint32_t reg) {
    std::vector<Source> open{register_of(reg)};
    while (!open.empty()) {
      const Source at = open.back();
      open.pop_back();
      if (!into.insert(at).second) continue;
      for (const Instruction* in : flow_.definitions(at)) {
        if (in->op == Opcode::Ld) {
          if (const auto slot = flow_.slot_of(*in); slot && bits_of(in->type) >= 32) open.push_back(*slot);
        } else if (is_sum(*in)) {
          for (const Operand& o : in->sources)
            if (o.kind == Operand::Kind::Register) open.push_back(register_of(o.index));
        }
      }
    }
  }

  static Source register_of(std::uint32_t index) { return {Source::Kind::Register, index, 0}; }

  static bool is_sum(const Instruction& in) {
    const int bits = bits_of(in.type);
    if (is_float(in.type) || bits < 32 || in.mod.sat || in.mod.hi || reads_carry(in)) return false;
    switch (in.op) {
      case Opcode::Cvt: {
        const int from = bits_of(in.source_type);
        return !is_float(in.source_type) && from >= 32 && from <= bits && (from == bits || is_signed(in.source_type));
      }
      case Opcode::Mul:
      case Opcode::Mad:
        return in.mod.wide ? bits == 32 && is_signed(in.type) : bits == 64;
      case Opcode::Shl:
        return bits == 64;
      case Opcode::Add:
      case Opcode::Cvta:
      case Opcode::Mov:
      case Opcode::St:
      case Opcode::Sub:
        return true;
      default:
        return false;
    }
  }

  const Function& f_;
  const Flow flow_;
  const std::set<int> blocks_;
  LoopCounters out_;
};

}  // namespace

LoopCounters counters_of_loop(const Program& program, const Function& f, const std::vector<int>& blocks) {
  return Finder(program, f, blocks).find();
}

}  // namespace warpproof
