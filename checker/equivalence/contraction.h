// Compilers may fuse a product with a sum that it goes into, which saves a rounding: nvcc does of CUDA C++
// (CUDA C++ Programming Guide 13.0, floating-point contraction; -fmad=false forbids it), ptxas of PTX
// instructions without a rounding modifier (PTX ISA 9.x, mul and add of f32 and f64). What is compared here
// is rounded twice, as it is written.
#pragma once

#include <cstdint>

#include "src/program/program.h"

namespace warpproof::equivalence {

// Are there products and sums of one floating-point type that may be fused, in a function or in what it may call?
bool may_be_fused(const Program& program, std::uint32_t function, bool from_cuda);
// Does it compute with floating-point numbers?
bool computes_floats(const Program& program, std::uint32_t function);

}  // namespace warpproof::equivalence
