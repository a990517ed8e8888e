#include "src/program/program.h"

#include <algorithm>

namespace warpproof {

const Function* Program::find(const std::string& name) const {
  const auto it =
      std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
  return it == functions.end() ? nullptr : &*it;
}

bool Program::has_read_only_loads() const {
  return std::any_of(functions.begin(), functions.end(), [](const Function& f) {
    return std::any_of(f.code.begin(), f.code.end(), [](const Instruction& in) { return in.mod.read_only; });
  });
}

std::vector<bool> Program::called() const {
  std::vector<bool> out(functions.size(), false);
  for (const Function& f : functions)
    for (const Instruction& in : f.code)
      if (in.op == Opcode::Call && in.callee >= 0) out[static_cast<std::size_t>(in.callee)] = true;
  return out;
}

}  // namespace warpproof
