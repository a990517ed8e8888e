// What is known of a shuffle's operands, and remembered from one execution to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/concrete/lane_kernels.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/vector_domain.h"

namespace warpproof::concrete {

// Where each lane of a full warp reads, for operands that a shuffle had lately.
struct alignas(kSlotAlignment) ShuffleSources {
  std::array<std::uint32_t, kLanes> from, b, c;
  LaneMask in_range = 0;
  bool is_filled = false;
  bool is_plain = false;  // no rule about the operands has anything to say
};

// What a shuffle reads and writes; one that it does not write is LaneProgram::nothing().
struct ShuffleRegisters {
  std::uint32_t value = 0, first = 0, second = 0;
};

// A shuffle of immediate operands under the full mask about which no rule has anything to say, once its value
// is defined.
struct FixedShuffle {
  bool is_fixed = false;
  ShuffleRegisters registers;
  std::size_t sources = 0;  // number of its ShuffleSources
};

// Lanes whose operands some rule has something to say about.
struct OddOperands {
  LaneMask width = 0, offset = 0, ignored = 0;
};

}  // namespace warpproof::concrete
