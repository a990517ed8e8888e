// Which parameter of one function goes with which of the other.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "checker/equivalence/equivalence.h"

namespace warpproof::equivalence {

struct Matching {
  std::array<std::uint32_t, 3> block{32, 1, 1};
  // b's parameter -> its shared number: a's parameter, or a number of its own where a fixed one has no
  // counterpart.
  std::map<std::uint32_t, std::uint32_t> numbers;
  std::map<std::uint32_t, std::uint64_t> fixed_a, fixed_b;
  bool same_count = true, identity = true;

  std::uint32_t number_of_b(std::uint32_t allocation) const {
    const auto it = numbers.find(allocation);
    return it == numbers.end() ? allocation : it->second;
  }
  std::uint32_t allocation_in_b(std::uint32_t number) const {
    for (const auto& [index, n] : numbers) {
      if (n == number) return index;
    }
    return number;
  }
};

// Throws InputError (equivalence.h).
Matching match(const Side& a, const Side& b, const EquivalenceOptions& options);

}  // namespace warpproof::equivalence
