// What a launch leaves is what all of its blocks leave together.
//
// Two kernels may give the parts of one job to other blocks: tiles in a swizzled order, chunks in place of strides,
// all of it to one block. Block by block they differ; as launches they do not. So a proof may be one of blocks, each
// of which does what the block of that number does in the other launch, but a difference is one of launches.
#pragma once

#include "checker/equivalence/equivalence.h"
#include "src/concrete/evaluator.h"
#include "src/machine/launch.h"

namespace warpproof::equivalence {

bool has_several_blocks(const Launch& launch);

// Runs every block of the launch, one after the other on one memory, wherever `launch.ctaid` stands; of a device
// function the one block. Unknown by name where there are more blocks or threads than are run.
RunResult run_whole_launch(const Side& side, const Launch& launch, const RunInputs& inputs,
                           const RunOptions& options);

}  // namespace warpproof::equivalence
