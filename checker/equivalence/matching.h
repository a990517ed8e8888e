// Which parameter of one function goes with which of the other.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "checker/equivalence/equivalence.h"
#include "src/machine/address_map.h"
#include "src/machine/launch.h"

namespace warpproof::equivalence {

struct Matching {
  std::array<std::uint32_t, 3> block{32, 1, 1};
  // b's parameter -> its shared number: a's parameter, or a number of its own where a fixed one has no
  // counterpart.
  std::map<std::uint32_t, std::uint32_t> numbers;
  std::map<std::uint32_t, std::uint64_t> fixed_a, fixed_b;
  bool same_count = true, identity = true;
  // What is assumed of a's parameters, and what follows for single ones.
  std::shared_ptr<const launch::Assumptions> conditions;
  launch::FactMap facts;

  std::uint32_t number_of_b(std::uint32_t allocation) const {
    const ParameterPart part = pointing_part(allocation);
    const auto it = numbers.find(part.index);
    return it == numbers.end() ? allocation
                               : pointed_allocation({it->second, part.offset}).value_or(allocation);
  }
  std::uint32_t allocation_in_b(std::uint32_t number) const {
    const ParameterPart part = pointing_part(number);
    for (const auto& [index, n] : numbers) {
      if (n == part.index) return pointed_allocation({index, part.offset}).value_or(number);
    }
    return number;
  }
  std::vector<launch::Condition> conditions_of_b(const std::vector<launch::Condition>& of_a) const {
    std::vector<launch::Condition> out;
    for (const launch::Condition& c : of_a)
      out.push_back(c.renumbered([this](std::uint32_t i) { return allocation_in_b(i); }));
    return out;
  }
};

// Warp instructions after which a run is given up: a loop whose bound is an input may run for hours, and the
// watch for races keeps what was accessed.
inline std::uint64_t replay_steps(const Launch& launch) { return 400'000 + 50'000ull * launch.warps(); }

// Throws InputError (equivalence.h).
Matching match(const Side& a, const Side& b, const EquivalenceOptions& options);

// That a parameter which either side declares as a bool is 0 or 1: in C++ it has no other value, and compilers test one bit of it,
// or all.
std::vector<launch::Condition> conditions_of_bools(const Side& a, const Side& b, const EquivalenceOptions& options);

// What is assumed of a's parameters (--assume), of single ones too; those with one value left are fixed on both sides.
// Side condition: after match(), once, as it says which parameter of b is meant.
void take_conditions(Matching& matching, const EquivalenceOptions& options);
// Is there a launch that satisfies it? Nothing is equivalent where nothing is launched.
bool anything_satisfies(const Matching& matching, const EquivalenceOptions& options);

}  // namespace warpproof::equivalence
