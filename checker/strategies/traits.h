// What the code of a kernel does, by which strategies apply or do not.
#pragma once

#include <cstdint>

#include "checker/attempt/check_options.h"
#include "src/program/program.h"

namespace warpproof::strategies {

// Does it read threadIdx or blockDim?
bool reads_rows(const Program& program, std::uint32_t root);
// Are there operations of a warp?
bool uses_warps(const Program& program, std::uint32_t root);
// Do warps of a block meet in any way but accesses to global memory that nothing orders: in shared memory, at barriers of
// the block, by fences? Where there are fences, what a warp has read another one may change.
bool warps_meet(const Program& program, std::uint32_t root, const CheckOptions& options);

}  // namespace warpproof::strategies
