// Pairs of kernels by seed: a recipe in two styles, or a recipe against one with a single thing changed.
#pragma once

#include <cstdint>
#include <string>

#include "tests/equivalence/generated/recipe.h"

namespace warpproof::pairs {

struct Pair {
  Recipe a, b;
  Style style_a, style_b;
  std::string change;  // of the mutant; empty: both mean the same
};

// Even seeds keep the meaning, odd ones change something.
Pair generate(std::uint64_t seed);

}  // namespace warpproof::pairs
