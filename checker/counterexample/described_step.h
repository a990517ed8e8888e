// The steps of a run in the words of its source.
#pragma once

#include <string>

#include "src/concrete/evaluator.h"

namespace warpproof::counterexample {

// "waits at __shfl_down_sync, mask 0xffffffff", of PTX "waits at shfl.sync.down, ..", "branch taken by lanes 0-15".
std::string described_step(const Program& program, const TraceStep& step, bool cuda_source);

}  // namespace warpproof::counterexample
