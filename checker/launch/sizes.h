// Sets of block sizes in words: "block % 32 == 0", "block <= 96".
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "src/program/program.h"

namespace warpproof::launch {

inline constexpr std::uint32_t kLargestBlock =
    1024;  // threads; CUDA C++ Programming Guide 13.0, technical specifications

struct SizeVerdict {
  std::string holds_for;     // empty: no size is known to be safe
  std::string violated_for;  // "block 24"
};

// Describes where a kernel is safe. `clean(multiple, low, high)` answers whether every size in low..high that
// is a multiple of `multiple` is proved safe; `smallest_bad` is the smallest size with a violation; sizes
// asked for are the multiples of `step`.
SizeVerdict describe(
    std::uint32_t step, std::uint32_t smallest_bad,
    const std::function<bool(std::uint32_t multiple, std::uint32_t low, std::uint32_t high)>& clean);

// Threads of the largest block that a launch of the kernel may have (.maxntid).
std::uint32_t largest_block(const Function& kernel);
// Is it within .reqntid and .maxntid?
bool allows_block(const Function& kernel, const std::array<std::uint32_t, 3>& block);

// "every block size from 1 to 1024", "block % 32 == 0".
std::string all_sizes(std::uint32_t step, std::uint32_t largest);

// "block 32, 64, 96-128 in steps of 32" for a set of sizes; empty for none.
std::string list_sizes(const std::set<std::uint32_t>& sizes);

}  // namespace warpproof::launch
