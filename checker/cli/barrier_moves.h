// Edits for a `__syncthreads()` that not all threads of the block reach: it is taken out of the branches that it stands in,
// one, two, .. of them, or becomes a `__syncwarp()`.
//
// Nothing else changes its order: a barrier leaves a branch at its begin or its end, or the branch is split in two where
// its condition has the same value in both halves. The barrier that both halves of an `if` end with leaves both.
#pragma once

#include "checker/cli/fix_source.h"
#include "checker/cli/mask_fixes.h"

namespace warpproof::cli {

// For the barrier in a line, from 0.
void barrier_moves(const FixSource& source, std::size_t line, const AddFix& add);

// For a `__syncwarp(..)` in a line that some lanes of its mask do not reach: out of its branches, as it is.
void warp_barrier_moves(const FixSource& source, std::size_t line, const AddFix& add);

}  // namespace warpproof::cli
