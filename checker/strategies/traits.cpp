#include "checker/strategies/traits.h"

#include <algorithm>

#include "src/machine/address_map.h"

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

bool uses_shared(const Program& program, std::uint32_t root, const CheckOptions& options) {
  const Layout layout = warpproof::layout(program, root);
  return layout.static_shared > 0 || options.dynamic_shared.value_or(0) > 0 ||
         std::any_of(program.variables.begin(), program.variables.end(), [&](const Variable& v) {
           return v.space == Space::Shared &&
                  (v.function < 0 || layout.reachable[static_cast<std::size_t>(v.function)]);
         });
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
           return info(ins.op).cls == OpcodeClass::Barrier;
         });
}

}  // namespace warpproof::strategies
