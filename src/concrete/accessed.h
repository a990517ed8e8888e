// One access of one lane, once it is known where it goes.
#pragma once

#include <array>
#include <cstdint>

#include "src/concrete/cells.h"
#include "src/concrete/vector_domain.h"
#include "src/program/program.h"

namespace warpproof::concrete {

struct Accessed {
  CellMemory* memory = nullptr;
  std::uint64_t address = 0;
  Space space = Space::Global;
};

// Accesses of lanes to these spaces can meet.
inline bool is_common(Space space) { return space != Space::Local && space != Space::Param; }

using Numbers = std::array<std::uint64_t, kLanes>;  // by lane

}  // namespace warpproof::concrete
