// Inputs of a kernel drawn at random: the values that reductions, masks and loop bounds are usually run with
// (small numbers of either sign, halves, counts near the number of threads).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "checker/launch/assumptions.h"
#include "checker/launch/bounds.h"
#include "src/base/effort.h"
#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"
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

// Makes a run judge accesses out of bounds; null: it does not.
void set_bounds(const launch::Bounds* bounds, RunInputs& inputs, const Launch& launch);

// Bounds and a witness for one launch; nothing where no input of it satisfies the conditions, or none is
// known.
std::optional<InputConditions> conditions_for(const launch::Assumptions* conditions, const Launch& launch);

// Blocks among which a fixed amount of work is soon done; with 1024 threads each, they are still counted in 32 bits.
inline constexpr std::uint32_t kLargeGrid = 65'536;

// Every verdict on any grid is about those with less than 2^31 threads along x: where the launch has more,
// another grid is chosen for its block. False: none satisfies the conditions (null: there are none).
bool choose_grid(const launch::Assumptions* conditions, Launch& launch);
// The same where any grid is asked for: one block, if a launch of one satisfies the conditions. Parameters that grow with the grid
// are small there, and runs short.
bool choose_any_grid(const launch::Assumptions* conditions, Launch& launch);

struct InputShape {
  const Program& program;
  std::uint32_t root;                            // a kernel
  std::uint32_t threads;                         // of a block
  std::set<std::uint32_t> pointers;              // allocations of the parameters that are pointers
  std::map<std::uint32_t, std::uint64_t> fixed;  // other parameters with a given value
  InputConditions conditions = {};
  Launch launch = {};                      // where there are conditions or bounds
  const launch::Bounds* bounds = nullptr;  // null: none are judged
  bool overlap = false;  // pointers that are not declared __restrict__ are drawn close to each other
};

// Rows: mostly the same word for each 32, as votes and matches of whole warps take to come out one way.
// Offsets: in some buffers where rows of different length begin, in the others small numbers.
enum class Words : std::uint8_t { Small, Floats, Signed, Sparse, Rows, Offsets, Zero };

// Finds the pointers by running: `touched(trial)` gives the allocations that are accessed with the pointers
// of `shape` as they are then. Of a structure's members some are numbers, on which it depends whether
// anything is accessed at all, so that many choices of pointers among them are tried.
void find_pointers(InputShape& shape, Random& random, const std::function<AllocationSet(int trial)>& touched);

// kFilledWords words of 32 bits.
std::vector<std::uint8_t> random_words(Random& random, Words kind);

// Scalars are below twice the number of threads, except where the conditions want others.
RunInputs random_inputs(const InputShape& shape, Random& random, Words kind);

// Gives parameters this value, or the nearest one that the conditions allow for each; in structures only members that the
// conditions name.
void make_small(const InputShape& shape, std::uint64_t number, RunInputs& inputs);

// Calls f(part, value, bytes) for the numbers among the parameters, structures in parts of eight bytes.
template <class F>
void for_each_number(const RunInputs& inputs, const std::set<std::uint32_t>& pointers, F f) {
  for (std::uint32_t i = 0; i < inputs.params.size(); ++i) {
    const std::vector<std::uint8_t>& bytes = inputs.params[i];
    for (std::uint32_t at = 0; at < bytes.size(); at += 8) {
      const ParameterPart part{i, at};
      const auto allocation = pointed_allocation(part);
      if (allocation && pointers.contains(*allocation)) continue;
      std::uint64_t value = 0;
      const std::size_t size = std::min<std::size_t>(8, bytes.size() - at);
      std::memcpy(&value, bytes.data() + at, size);
      f(part, value, static_cast<int>(size));
    }
  }
}

}  // namespace warpproof::counterexample
