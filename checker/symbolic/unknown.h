// What makes a verdict unknown, and assumptions that several parts list in the same words.
#pragma once

#include <cstdint>
#include <string>

#include "src/term/term.h"

namespace warpproof::symbolic {

struct Unknown {
  std::string reason;  // "unsupported instruction 'wmma.mma.sync'"
  std::uint32_t place = 0;
  Term condition;  // when it is reached
};

// Listed where more than the launch decides a divisor.
inline constexpr const char* kNoZeroDivisor = "no integer is divided by zero, beyond what the launch alone decides";

inline constexpr const char* kModerateSteps =
    "no iteration of a loop changes a counter by 2^31 or more (2^63 for 64 bits)";

}  // namespace warpproof::symbolic
