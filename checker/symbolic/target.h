// Bytes that threads access: one allocation or space, an offset a thread.
#pragma once

#include <cstdint>

#include "checker/symbolic/lanes.h"
#include "src/machine/address_map.h"

namespace warpproof::symbolic {

struct Target {
  Space space = Space::Global;
  std::uint32_t allocation = kNoAllocation;
  Lanes guard;   // threads that access it
  Lanes offset;  // 64-bit byte offsets
};

}  // namespace warpproof::symbolic
