// Inputs of a kernel drawn at random: the values that reductions, masks and loop bounds are usually run with
// (small numbers of either sign, halves, counts near the number of threads).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "checker/launch/assumptions.h"
#include "src/concrete/evaluator.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

using Random = std::mt19937_64;

inline constexpr std::size_t kFilledWords = 1024;  // of each buffer; the rest is 0

// What inputs have to satisfy: conditions, bounds that follow from them, and values that are known to satisfy
// them.
struct InputConditions {
  const launch::Assumptions* all = nullptr;  // null: none
  launch::FactMap facts;
  launch::Values witness;
};

// Whether a launch with these inputs satisfies the conditions (of a device function: each thread's
// parameters).
bool satisfies(const launch::Assumptions& conditions, const RunInputs& inputs, const Launch& launch);

// Bounds and a witness for one launch; nothing where no input of it satisfies the conditions, or none is
// known.
std::optional<InputConditions> conditions_for(const launch::Assumptions* conditions, const Launch& launch);

struct InputShape {
  const Program& program;
  std::uint32_t root;                            // a kernel
  std::uint32_t threads;                         // of a block
  std::set<std::uint32_t> pointers;              // parameters that are allocations
  std::map<std::uint32_t, std::uint64_t> fixed;  // other parameters with a given value
  InputConditions conditions = {};
  Launch launch = {};  // where there are conditions
};

enum class Words : std::uint8_t { Small, Floats, Signed, Sparse };

// kFilledWords words of 32 bits.
std::vector<std::uint8_t> random_words(Random& random, Words kind);

// Scalars are below twice the number of threads, except where the conditions want others.
RunInputs random_inputs(const InputShape& shape, Random& random, Words kind);

}  // namespace warpproof::counterexample
