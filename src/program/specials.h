// Special registers by name.
//
// Source: PTX ISA 9.x, section 10.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "src/program/program.h"

namespace warpproof::lowering {

struct SpecialRegister {
  Special special;
  int bits;           // 32 or 64; 1 for a predicate
  bool zero = false;  // the fourth component of a vector register, which reads as 0
  std::uint32_t number = 0;  // tells registers of one Special apart
};

// nullopt for a name that is no special register (or a whole vector such as %tid).
std::optional<SpecialRegister> find_special(std::string_view name);

}  // namespace warpproof::lowering
