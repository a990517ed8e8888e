// Random kernels of four warps, sets of which meet at named barriers: Category::Named of generator.h.
#pragma once

#include <cstdint>

#include "tests/generated/kernel.h"

namespace warpproof::generated {

Kernel generate_named(std::uint64_t seed);

}  // namespace warpproof::generated
