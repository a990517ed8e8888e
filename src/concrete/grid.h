// All blocks of a launch. Internal to src/concrete; evaluator.h is the interface.
#pragma once

#include "src/concrete/setup.h"

namespace warpproof::concrete {

Evaluator::GridResult run_grid(const Setup& setup, const RunInputs& inputs, const RunOptions& options);

}  // namespace warpproof::concrete
