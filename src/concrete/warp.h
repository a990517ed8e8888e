// The lanes of one warp: which of them go on, and what the others wait for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/positions.h"

namespace warpproof::concrete {

// A lane that waits at a rendezvous, with its operands.
struct Wait {
  PositionId position = kNoPosition;
  std::uint32_t function = 0, instruction = 0;
  bool at_barrier = false;
  std::uint32_t mask = 0;      // member mask
  std::uint64_t value = 0;     // data or predicate operand
  std::uint32_t b = 0, c = 0;  // shfl
  OriginId value_origin = 0;
  std::uint32_t barrier = 0;
};

struct Warp {
  LaneMask exists = 0, exited = 0, halted = 0, waiting = 0;
  LaneMask informed = 0;         // have accessed memory that is not their own, or met others
  LaneMask spinning = 0;         // for ever, as control/endless_loops.h found out
  LaneMask at_grid_barrier = 0;  // have come to the grid's barrier and not met their block there yet
  std::array<Wait, kLanes> waits;
  std::vector<std::vector<std::unique_ptr<Bank>>> banks;  // [call depth], one for each function seen there
  std::size_t activemasks = 0;                            // executed so far

  LaneMask live() const { return exists & ~exited & ~halted; }
};

}  // namespace warpproof::concrete
