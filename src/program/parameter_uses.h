// What a kernel compares its parameters with: where a condition on a parameter may make a difference, and which one.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "src/program/program.h"

namespace warpproof {

struct ParameterUse {
  std::set<std::uint64_t> numbers;     // bits, as wide as the comparison; at most kMostNumbers
  bool with_launch = false;            // with what depends on a thread's place, or on the sizes of the launch
  bool with_block = false;             // with a thread's place in its block, or the block's size: no tiles by a counter, no blocks
  static constexpr std::size_t kMostNumbers = 8;
  bool operator==(const ParameterUse&) const = default;
};

// By index of the parameter, those that are compared at all: themselves, or what arithmetic makes of them and of numbers.
// Registers and private variables are followed whatever the order and the conditions; calls and other memory are not. Of what a register may hold only
// some is kept where that is much: a hint, not a basis of proofs.
std::map<std::uint32_t, ParameterUse> parameter_uses(const Program& program, std::uint32_t function);
// Likewise those that addresses of loads, stores and atomics are made of.
std::set<std::uint32_t> addressing_parameters(const Program& program, std::uint32_t function);

}  // namespace warpproof
