// The kernel of a text that has one.
#pragma once

#include <cstdint>

#include "src/program/program.h"

namespace warpproof {

inline std::uint32_t entry_of(const Program& program) {
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    if (program.functions[i].is_entry) return i;
  }
  return 0;
}

}  // namespace warpproof
