#include "src/program/named_variables.h"

namespace warpproof {

std::vector<bool> named_variables(const Program& program, const std::vector<bool>& is_reached) {
  std::vector<bool> out(program.variables.size(), false);
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (!is_reached[f]) continue;
    for (const Instruction& in : program.functions[f].code) {
      for (const Operand& o : in.sources) {
        if (o.kind == Operand::Kind::Variable) out[o.index] = true;
      }
      for (const Address& a : {in.address, in.copied_from}) {
        if (a.base == Address::Base::Variable) out[a.index] = true;
      }
    }
  }
  return out;
}

}  // namespace warpproof
