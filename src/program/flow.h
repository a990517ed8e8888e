// Where values of a function come from, by its text alone.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

// Where a value comes from: a register, bytes of a variable that only this function sees, or a special
// register.
struct Source {
  enum class Kind : std::uint8_t { Register, Slot, Special, Immediate };
  Kind kind = Kind::Register;
  std::uint32_t index = 0;  // register, variable, special register
  std::int64_t offset = 0;
  auto operator<=>(const Source&) const = default;
};
using Sources = std::set<Source>;

class Flow {
 public:
  explicit Flow(const Program& program, const Function& function) : program_(program), f_(function) {
    for (const Instruction& in : f_.code) {
      for (const Operand& d : in.destinations)
        if (d.kind == Operand::Kind::Register)
          definitions_[{Source::Kind::Register, d.index, 0}].push_back(&in);
    }
    for (const Instruction& in : f_.code) {
      const auto slot = slot_of(in);
      if (slot && in.op == Opcode::St) definitions_[*slot].push_back(&in);
    }
  }

  // Every instruction that the value may come from unchanged, through moves and private memory.
  std::set<const Instruction*> origins(const Operand& value) const {
    std::set<const Instruction*> out;
    Sources seen;
    std::vector<Source> open;
    const auto visit = [&](const Operand& o) {
      if (o.kind == Operand::Kind::Register) open.push_back({Source::Kind::Register, o.index, 0});
    };
    visit(value);
    while (!open.empty()) {
      const Source at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      for (const Instruction* in : defined_by(at)) {
        if (in->op == Opcode::Mov || in->op == Opcode::Cvt || in->op == Opcode::St) {
          if (in->sources.size() == 1) visit(in->sources.front());
        } else if (const auto slot = slot_of(*in); slot && in->op == Opcode::Ld) {
          open.push_back(*slot);
        } else {
          out.insert(in);
        }
      }
    }
    return out;
  }

  // What an address is computed from.
  Sources leaves(const Address& address) const {
    Sources out, seen;
    std::vector<Source> open;
    const auto visit = [&](const Address& a) {
      if (a.base == Address::Base::Register) open.push_back({Source::Kind::Register, a.index, 0});
      if (a.base == Address::Base::Variable) out.insert({Source::Kind::Slot, a.index, a.offset});
    };
    visit(address);
    while (!open.empty()) {
      const Source at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      const auto& by = defined_by(at);
      if (by.size() != 1) {
        out.insert(at);
        continue;
      }
      const Instruction& in = *by.front();
      if (in.op == Opcode::Ld) {
        if (const auto slot = slot_of(in)) {
          open.push_back(*slot);
        } else {
          visit(in.address);
        }
        continue;
      }
      for (const Operand& o : in.sources) {
        if (o.kind == Operand::Kind::Register) open.push_back({Source::Kind::Register, o.index, 0});
        if (o.kind == Operand::Kind::Variable)
          out.insert({Source::Kind::Slot, o.index, static_cast<std::int64_t>(o.bits)});
        if (o.kind == Operand::Kind::Special)
          out.insert({Source::Kind::Special, static_cast<std::uint32_t>(o.special), o.index});
        if (o.kind == Operand::Kind::Immediate)
          out.insert({Source::Kind::Immediate, 0, static_cast<std::int64_t>(o.bits)});
      }
    }
    return out;
  }

  // Private memory that a load or store of one word names.
  std::optional<Source> slot_of(const Instruction& in) const {
    if ((in.op != Opcode::Ld && in.op != Opcode::St) || in.mod.vector != 1) return std::nullopt;
    std::optional<Source> out;
    if (in.address.base == Address::Base::Variable) {
      out = Source{Source::Kind::Slot, in.address.index, in.address.offset};
    } else if (in.address.base == Address::Base::Register) {
      out = address_in(in.address.index);
      if (out) out->offset += in.address.offset;
    }
    if (!out) return std::nullopt;
    const Space space = program_.variables[out->index].space;
    return space == Space::Local || space == Space::Param ? out : std::nullopt;
  }

 private:
  const std::vector<const Instruction*>& defined_by(const Source& s) const {
    static const std::vector<const Instruction*> nothing;
    const auto found = definitions_.find(s);
    return found == definitions_.end() ? nothing : found->second;
  }

  // The variable and offset that a register holds the address of, where one instruction says so.
  std::optional<Source> address_in(std::uint32_t reg, int depth = 0) const {
    const auto& by = defined_by({Source::Kind::Register, reg, 0});
    if (by.size() != 1 || depth > 8) return std::nullopt;
    const Instruction& in = *by.front();
    const auto of = [&](const Operand& o) -> std::optional<Source> {
      if (o.kind == Operand::Kind::Variable)
        return Source{Source::Kind::Slot, o.index, static_cast<std::int64_t>(o.bits)};
      return o.kind == Operand::Kind::Register ? address_in(o.index, depth + 1) : std::nullopt;
    };
    if ((in.op == Opcode::Mov || in.op == Opcode::Cvta) && in.sources.size() == 1) return of(in.sources[0]);
    if (in.op == Opcode::Add && in.sources.size() == 2 && in.sources[1].kind == Operand::Kind::Immediate) {
      auto out = of(in.sources[0]);
      if (out) out->offset += static_cast<std::int64_t>(in.sources[1].bits);
      return out;
    }
    return std::nullopt;
  }

  const Program& program_;
  const Function& f_;
  std::map<Source, std::vector<const Instruction*>> definitions_;
};

// Sets Modifiers::names_variable of loads and stores of private memory.
void mark_named_variables(Program& program);

}  // namespace warpproof
