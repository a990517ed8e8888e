// What messages call an operation: in the words of the source.
#pragma once

#include <string>

#include "src/program/program.h"

namespace warpproof {

// "__shfl_down_sync", "__syncthreads" for an instruction of CUDA C++; "shfl.sync.down" for PTX, for an asm statement of
// the source, and for what CUDA C++ has no name for. `instruction` is one of the classes Warp and Barrier.
std::string name_in_source(const Instruction& instruction, bool cuda_source);

}  // namespace warpproof
