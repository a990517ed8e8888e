// Blocks of a launch on all processors. Internal to src/concrete.
#pragma once

#include <functional>
#include <optional>

#include "src/concrete/setup.h"

namespace warpproof::concrete {

// False when blocks may speak to each other on purpose (atomics and volatile or ordered accesses outside
// shared memory), or when the order of blocks shows (traces, random schedules): no use in trying.
bool may_run_apart(const Setup& setup, const RunOptions& options);

// Runs every block by itself on what `global` holds, several at a time, and calls `take(block, result)` in
// the order of the blocks. Each block's reads and writes are compared with those of the others: false when a
// block touches a byte that another one writes, or does not come to an end. Then the run must be done again,
// one block after the other, from the first contents of memory. Else `global` is as the blocks left it, which
// is what any order of them would have left.
bool run_apart(const Setup& setup, const RunInputs& inputs, const RunOptions& options, CellMemory& global,
               const std::function<void(std::uint32_t, RunResult)>& take);

}  // namespace warpproof::concrete
