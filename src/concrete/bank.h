// The registers of one function at one call depth of one warp, a value for each lane.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/concrete/cells.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/lane_program.h"
#include "src/concrete/vector_domain.h"

namespace warpproof::concrete {

struct Bank {
  std::uint32_t function = 0;
  const LaneProgram* lanes = nullptr;  // says where each register is
  std::vector<Line> registers;
  // By register, then the carry flag and LaneProgram::nothing(): lanes that wrote a defined value, and an
  // undefined one.
  std::vector<LaneMask> defined, tainted;
  std::vector<OriginId> origins;          // [register * 32 + lane], empty until something is tainted
  CellMemory params{false};               // the function's .param variables: lane * param_size + offset
  std::vector<std::uint32_t>
      iterations;  // [loop * 32 + lane]: how often the lane came back to the loop's head

  std::byte* slot(std::uint32_t reg) {
    return reinterpret_cast<std::byte*>(registers.data()) + lanes->offset[reg];
  }
  void load(std::uint32_t reg, LaneVector& out) const;
  void store(std::uint32_t reg, LaneMask mask, const LaneVector& word);  // of the register's width
};

// An operand's value in each lane. `origin` is set for tainted lanes only.
struct Read {
  LaneVector word;
  LaneMask tainted = 0;
  std::array<OriginId, kLanes> origin;
  Read() {}
};

}  // namespace warpproof::concrete
