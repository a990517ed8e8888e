// The memory that the threads of a block access.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/concrete/cells.h"

namespace warpproof::concrete {

struct BlockMemory {
  CellMemory& global;  // and constant memory, by generic address; of the launch
  CellMemory shared{false};
  CellMemory kernel_params{true};
  std::uint64_t kernel_param_bytes = 0;
  std::vector<std::unique_ptr<CellMemory>> local{};  // by thread; null until it is accessed
};

}  // namespace warpproof::concrete
