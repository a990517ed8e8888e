// Where a loop is: the functions that are entered, the outermost first, each with the block where its lanes stand; the
// last one's block is the loop's head.
#pragma once

#include <cstdint>

namespace warpproof {

struct LoopFrame {
  std::uint32_t function = 0, block = 0;
  bool operator==(const LoopFrame&) const = default;
};

}  // namespace warpproof
