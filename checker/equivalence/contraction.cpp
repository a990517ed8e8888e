#include "checker/equivalence/contraction.h"

#include <algorithm>
#include <set>

#include "src/machine/address_map.h"

namespace warpproof::equivalence {

namespace {

template <class Take>
void for_instructions(const Program& program, std::uint32_t function, const Take& take) {
  const Layout all = layout(program, function);
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    if (!all.reachable[f]) continue;
    for (const Instruction& in : program.functions[f].code) take(in);
  }
}

}  // namespace

bool may_be_fused(const Program& program, std::uint32_t function, bool from_cuda) {
  std::set<Type> products, sums;
  for_instructions(program, function, [&](const Instruction& in) {
    if (!is_float(in.type) || (!from_cuda && in.mod.rounding != Rounding::None)) return;
    if (in.op == Opcode::Mul) products.insert(in.type);
    if (in.op == Opcode::Add || in.op == Opcode::Sub) sums.insert(in.type);
    if (in.op == Opcode::Atom || in.op == Opcode::Red) sums.insert(in.type);
  });
  return std::any_of(products.begin(), products.end(), [&](Type t) { return sums.contains(t); });
}

bool computes_floats(const Program& program, std::uint32_t function) {
  bool out = false;
  for_instructions(program, function, [&](const Instruction& in) {
    const bool moves = in.op == Opcode::Mov || in.op == Opcode::Ld || in.op == Opcode::St;
    out |= is_float(in.type) && !moves;
  });
  return out;
}

}  // namespace warpproof::equivalence
