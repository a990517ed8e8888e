// What one run of one block is asked for. Nobody changes it.
#pragma once

#include <cstdint>

#include "src/concrete/evaluator.h"
#include "src/concrete/setup.h"
#include "src/machine/launch.h"

namespace warpproof::concrete {

struct Context {
  const Setup& setup;
  const Launch launch;  // with the block's own ctaid, and as many steps as the run may take
  const RunInputs& inputs;
  const RunOptions& options;
  const std::uint32_t block;  // its number in the grid
};

}  // namespace warpproof::concrete
