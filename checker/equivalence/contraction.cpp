#include "checker/equivalence/contraction.h"

#include <algorithm>
#include <set>

namespace warpproof::equivalence {

bool may_be_fused(const Program& program, bool from_cuda) {
  return std::any_of(program.functions.begin(), program.functions.end(), [&](const Function& f) {
    std::set<Type> products, sums;
    for (const Instruction& in : f.code) {
      if (!is_float(in.type) || (!from_cuda && in.mod.rounding != Rounding::None)) continue;
      if (in.op == Opcode::Mul) products.insert(in.type);
      if (in.op == Opcode::Add || in.op == Opcode::Sub) sums.insert(in.type);
    }
    return std::any_of(products.begin(), products.end(), [&](Type t) { return sums.contains(t); });
  });
}

}  // namespace warpproof::equivalence
