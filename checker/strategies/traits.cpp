#include "checker/strategies/traits.h"

#include <algorithm>

#include "src/machine/address_map.h"
#include "src/program/synchronisation.h"

namespace warpproof::strategies {

namespace {

// Is there an instruction that the kernel may reach of which this holds?
template <typename Predicate>
bool any_instruction(const Program& program, std::uint32_t root, Predicate holds) {
  const Layout layout = warpproof::layout(program, root);
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const auto& code = program.functions[f].code;
    if (layout.reachable[f] && std::any_of(code.begin(), code.end(), holds)) return true;
  }
  return false;
}

// Does it name shared memory: a variable there, or an address of that space, as copies and ldmatrix have without saying so?
// A variable that no code names is of no matter, as the arrays of other kernels that nvcc declares for the whole module.
bool names_shared(const Program& program, const Instruction& ins) {
  const auto is_shared = [&](std::uint32_t variable) { return program.variables[variable].space == Space::Shared; };
  const auto is_there = [&](const Address& a) { return a.base == Address::Base::Variable && is_shared(a.index); };
  return ins.mod.space == Space::Shared || info(ins.op).cls == OpcodeClass::AsyncCopy ||
         ins.op == Opcode::Ldmatrix || ins.op == Opcode::Stmatrix || is_there(ins.address) || is_there(ins.copied_from) ||
         std::any_of(ins.sources.begin(), ins.sources.end(), [&](const Operand& o) {
           return o.kind == Operand::Kind::Variable && is_shared(o.index);
         });
}

bool uses_shared(const Program& program, std::uint32_t root, const CheckOptions& options) {
  return options.dynamic_shared.value_or(0) > 0 ||
         any_instruction(program, root, [&](const Instruction& ins) { return names_shared(program, ins); });
}

}  // namespace

bool reads_rows(const Program& program, std::uint32_t root) {
  return any_instruction(program, root, [](const Instruction& ins) {
    return std::any_of(ins.sources.begin(), ins.sources.end(), [](const Operand& o) {
      return o.kind == Operand::Kind::Special && o.special >= Special::TidX && o.special <= Special::NtidZ;
    });
  });
}

bool uses_warps(const Program& program, std::uint32_t root) {
  return any_instruction(program, root, [](const Instruction& ins) {
    return is_rendezvous(ins.op) && ins.op != Opcode::Barrier;
  });
}

bool warps_meet(const Program& program, std::uint32_t root, const CheckOptions& options) {
  return uses_shared(program, root, options) || any_instruction(program, root, [](const Instruction& ins) {
           return info(ins.op).cls == OpcodeClass::Barrier || orders_through_memory(ins);
         });
}

}  // namespace warpproof::strategies
