#include "src/program/constant_variables.h"

#include <algorithm>
#include <map>

namespace warpproof {

namespace {

using Variables = std::set<std::uint32_t>;

// Where the addresses of variables go in one function.
class Addresses {
 public:
  Addresses(const Program& program, const Function& function) : program_(program), f_(function) {}

  // Those that may be stored to, or whose address leaves the function's registers.
  Variables stored_to() {
    do {
      changed_ = false;
      for (const Instruction& in : f_.code) follow(in);
    } while (changed_);
    return std::move(out_);
  }

 private:
  void follow(const Instruction& in) {
    const bool reads = in.op == Opcode::Ld || in.op == Opcode::Ldu;
    if (!reads) add(of(in.address), out_);
    add(of(in.copied_from), out_);
    Variables used;
    for (const Operand& o : in.sources) {
      if (o.kind == Operand::Kind::Register) used.insert(held_[o.index].begin(), held_[o.index].end());
      if (o.kind == Operand::Kind::Variable && is_candidate(o.index)) used.insert(o.index);
    }
    if (used.empty()) return;
    const bool computes = !in.destinations.empty() &&
                          std::all_of(in.destinations.begin(), in.destinations.end(), [](const Operand& d) {
                            return d.kind == Operand::Kind::Register || d.kind == Operand::Kind::None;
                          });
    const bool kept =
        computes && in.op != Opcode::Atom && in.op != Opcode::Call && in.op != Opcode::Unsupported;
    if (!kept) return add(used, out_);
    for (const Operand& d : in.destinations) {
      if (d.kind == Operand::Kind::Register) add(used, held_[d.index]);
    }
  }

  bool is_candidate(std::uint32_t variable) const {
    const Space space = program_.variables[variable].space;
    return space == Space::Global || space == Space::Const;
  }

  Variables of(const Address& address) {
    if (address.base == Address::Base::Register) return held_[address.index];
    if (address.base == Address::Base::Variable && is_candidate(address.index)) return {address.index};
    return {};
  }

  void add(const Variables& from, Variables& to) {
    for (const std::uint32_t v : from) changed_ = to.insert(v).second || changed_;
  }

  const Program& program_;
  const Function& f_;
  std::map<std::uint32_t, Variables> held_;  // by register
  Variables out_;
  bool changed_ = false;
};

}  // namespace

std::set<std::uint32_t> variables_only_read(const Program& program) {
  Variables out;
  for (std::uint32_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[v];
    if (variable.has_pointers) return {};  // perhaps to one of the others
    const bool placed = variable.space == Space::Global || variable.space == Space::Const;
    if (placed && variable.initial) out.insert(v);
  }
  for (const Function& f : program.functions) {
    for (const std::uint32_t v : Addresses(program, f).stored_to()) out.erase(v);
  }
  return out;
}

}  // namespace warpproof
