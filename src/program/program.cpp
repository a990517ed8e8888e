#include "src/program/program.h"

#include <algorithm>

namespace warpproof {

const Function* Program::find(const std::string& name) const {
  const auto it =
      std::find_if(functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
  return it == functions.end() ? nullptr : &*it;
}

}  // namespace warpproof
