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

// Where a value comes from: a register, or bytes of a variable that only this function sees.
struct Source {
  enum class Kind : std::uint8_t { Register, Slot };
  Kind kind = Kind::Register;
  std::uint32_t index = 0;  // register, variable
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
      for (const Instruction* in : definitions(at)) {
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

  // Private memory that a load or store of one word names.
  std::optional<Source> slot_of(const Instruction& in) const {
    if ((in.op != Opcode::Ld && in.op != Opcode::St) || in.mod.vector != 1) return std::nullopt;
    const std::optional<Source> out = variable_of(in.address);
    if (!out) return std::nullopt;
    const Space space = program_.variables[out->index].space;
    return space == Space::Local || space == Space::Param ? out : std::nullopt;
  }

  // The variable, of whatever space, and the offset in it that an address names.
  std::optional<Source> variable_of(const Address& address) const {
    if (address.base == Address::Base::Variable) return Source{Source::Kind::Slot, address.index, address.offset};
    auto out = address.base == Address::Base::Register ? address_in(address.index) : std::nullopt;
    if (out) out->offset += address.offset;
    return out;
  }

  // What writes a register, or stores to a slot by its name.
  const std::vector<const Instruction*>& definitions(const Source& s) const {
    static const std::vector<const Instruction*> nothing;
    const auto found = definitions_.find(s);
    return found == definitions_.end() ? nothing : found->second;
  }

  // The variable and offset that a register holds the address of, where one instruction says so.
  std::optional<Source> address_in(std::uint32_t reg, int depth = 0) const {
    const auto& by = definitions({Source::Kind::Register, reg, 0});
    if (by.size() != 1 || depth > 8) return std::nullopt;
    const Instruction& in = *by.front();
    const auto of = [&](const Operand& o) -> std::optional<Source> {
      if (o.kind == Operand::Kind::Variable)
        return Source{Source::Kind::Slot, o.index, static_cast<std::int64_t>(o.bits)};
      return o.kind == Operand::Kind::Register ? address_in(o.index, depth + 1) : std::nullopt;
    };
    if ((in.op == Opcode::Mov || in.op == Opcode::Cvta) && in.sources.size() == 1) return of(in.sources[0]);
    if (in.sources.size() != 2 || in.sources[1].kind != Operand::Kind::Immediate) return std::nullopt;
    const auto added = static_cast<std::int64_t>(in.sources[1].bits);
    auto out = in.op == Opcode::Add || in.op == Opcode::Or ? of(in.sources[0]) : std::nullopt;
    // Compilers set bits that the alignment leaves 0.
    if (out && in.op == Opcode::Or && ((out->offset & added) != 0 || added < 0 || added >= program_.variables[out->index].align))
      return std::nullopt;
    if (out) out->offset += added;
    return out;
  }

 private:
  const Program& program_;
  const Function& f_;
  std::map<Source, std::vector<const Instruction*>> definitions_;
};

// Sets Modifiers::names_variable of loads and stores of private memory.
void mark_named_variables(Program& program);

}  // namespace warpproof
