// Random kernels of loops that are proved by induction (attack_frame.h), one function for each category of
// generator.h.
#pragma once

#include <cstdint>

#include "tests/generated/kernel.h"

namespace warpproof::generated {

// Counters of all widths, break, continue, nested loops, loops that lanes leave one by one, structures.
Kernel generate_loops(std::uint64_t seed);
// Bytes, halves, words and vectors of shared memory on top of each other.
Kernel generate_bytes(std::uint64_t seed);
// cp.async at distances 1 to 4.
Kernel generate_async(std::uint64_t seed);
// Carry chains, within an iteration and across.
Kernel generate_carry(std::uint64_t seed);
// Places from atomic additions, of 0 and of negative numbers too.
Kernel generate_counters(std::uint64_t seed);
// Blocks of two dimensions, named barriers in loops.
Kernel generate_shapes(std::uint64_t seed);

}  // namespace warpproof::generated
