// Random kernels of two warps whose threads order accesses through memory, or fail to: locks, flags and
// fences. Category::Order of generator.h.
#pragma once

#include <cstdint>

#include "tests/generated/kernel.h"

namespace warpproof::generated {

Kernel generate_order(std::uint64_t seed);

}  // namespace warpproof::generated
