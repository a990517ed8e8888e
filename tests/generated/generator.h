// Random warp programs: arithmetic, branches, loops, exits, every warp collective, block barriers.
//
// A seed decides everything. Each kernel has a degree of care: how often a collective names exactly the lanes
// that are there. Careful kernels keep the mask of the lanes of each nesting level in a register, by ballots;
// careless ones name what comes to hand. So safe and unsafe kernels come about equally often, and the unsafe
// ones are often nearly safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/generated/kernel.h"

namespace warpproof::generated {

enum class Category : std::uint8_t {
  Plain,       // one warp of four lanes, 2-bit inputs
  Partial,     // the warp lacks lanes
  Memory,      // values pass through shared memory, in order
  Barriers,    // two warps, block barriers, 1-bit inputs
  Activemask,  // masks from activemask; the outcome is any, so both machines are asked about all
  Pre70,       // judged as sm_60: the warp runs in lockstep
  Blocks,  // one or two warps: shared memory, named barriers, atomics, calls; other schedules are tried too
  Named,   // four warps of two lanes, sets of which meet at named barriers; other schedules are tried too
  Order,   // two warps of two lanes, locks, flags and fences; other schedules, verdicts only
  // Loops that are proved by induction (loop_generators.h), judged by tests/attack.
  Loops,
  Bytes,
  Async,
  Carry,
  Counters,
  Shapes,
};
inline constexpr Category kCategories[] = {
    Category::Plain, Category::Partial, Category::Memory, Category::Barriers, Category::Activemask,
    Category::Pre70, Category::Blocks,  Category::Named,  Category::Order,    Category::Loops,
    Category::Bytes, Category::Async,   Category::Carry,  Category::Counters, Category::Shapes};
inline constexpr Category kLoopCategories[] = {Category::Loops, Category::Bytes,    Category::Async,
                                               Category::Carry, Category::Counters, Category::Shapes};
std::string_view category_name(Category category);

// Which category a seed belongs to; most are plain.
Category category_of(std::uint64_t seed);

Kernel generate(std::uint64_t seed);
Kernel generate(std::uint64_t seed, Category category);

}  // namespace warpproof::generated
