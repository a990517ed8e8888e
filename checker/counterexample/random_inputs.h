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

// Zeroes what `still(inputs)` does not need to hold on: whole buffers, then parts of what is left of them,
// for at most that many runs and until the deadline.
template <class Still>
void zero_parts(RunInputs& inputs, int& runs, effort::Clock::time_point deadline, const Still& still) {
  for (std::size_t b = 0; b < inputs.memory.size(); ++b) {
    const std::size_t size = inputs.memory[b].bytes.size();
    for (std::size_t chunk = size; chunk >= 4; chunk /= chunk > 512 ? 8 : 2) {
      for (std::size_t at = 0; at < size; at += chunk) {
        if (runs <= 0 || effort::Clock::now() >= deadline) return;
        RunInputs candidate = inputs;
        auto& bytes = candidate.memory[b].bytes;
        const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto to = bytes.begin() + static_cast<std::ptrdiff_t>(std::min(size, at + chunk));
        if (std::all_of(from, to, [](std::uint8_t v) { return v == 0; })) continue;
        std::fill(from, to, std::uint8_t{0});
        --runs;
        if (still(std::as_const(candidate))) inputs = std::move(candidate);
      }
    }
  }
}

template <class Still>
void make_smaller(RunInputs& inputs, int runs, effort::Clock::time_point deadline, Still still) {
  zero_parts(inputs, runs, deadline, still);
}

// A change of the inputs, kept if `still(inputs)` holds with it; of at most `runs` runs, until the deadline.
template <class Change, class Still>
bool kept_change(RunInputs& inputs, int& runs, effort::Clock::time_point deadline, const Change& change, const Still& still) {
  if (runs <= 0 || effort::Clock::now() >= deadline) return false;
  RunInputs candidate = inputs;
  change(candidate);
  --runs;
  if (!still(std::as_const(candidate))) return false;
  inputs = std::move(candidate);
  return true;
}

// Smaller numbers, as long as `still(inputs)` holds: 0, 1, 4, 16, .., then what lies between the first that will do and the
// one before it. Small ones come first, as runs with them are short. In a fixed order, so that the outcome is too.
// `is_free` says which parameters may change: none whose value was asked for, or that sizes of buffers depend on.
template <class IsFree, class Still>
void make_numbers_smaller(RunInputs& inputs, const std::set<std::uint32_t>& pointers, IsFree is_free, int& runs,
                          effort::Clock::time_point deadline, Still still) {
  std::vector<std::pair<ParameterPart, std::pair<std::uint64_t, int>>> numbers;
  for_each_number(inputs, pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
    if (value != 0 && is_free(part.index)) numbers.push_back({part, {value, bytes}});
  });
  for (const auto& [part, number] : numbers) {
    const auto becomes = [&, part = part, bytes = number.second](std::uint64_t smaller) {
      return kept_change(
          inputs, runs, deadline,
          [&](RunInputs& of) {
            std::memcpy(of.params[part.index].data() + part.offset, &smaller, static_cast<std::size_t>(bytes));
          },
          still);
    };
    if (becomes(0)) continue;
    constexpr std::uint64_t kFactor = 4;
    std::uint64_t too_small = 0, enough = 1;
    while (enough < number.first && !becomes(enough)) {
      too_small = enough;
      enough = enough > number.first / kFactor ? number.first : enough * kFactor;
    }
    while (enough - too_small > 1 && runs > 0) {
      const std::uint64_t middle = too_small + (enough - too_small) / 2;
      (becomes(middle) ? enough : too_small) = middle;
    }
  }
}

// Simpler values for what is left, as long as `still(inputs)` holds, for at most that many runs and until the deadline:
// numbers become smaller (make_numbers_smaller), parts of memory 0 (make_smaller), what is left of it 1. In a fixed order, so that the outcome is too.
template <class IsFree, class Still>
void make_simpler(RunInputs& inputs, const std::set<std::uint32_t>& pointers, IsFree is_free, int runs,
                  effort::Clock::time_point deadline, Still still) {
  make_numbers_smaller(inputs, pointers, is_free, runs, deadline, still);
  const auto attempt = [&](const auto& change) { return kept_change(inputs, runs, deadline, change, still); };
  static constexpr std::size_t kWord = 4;
  const auto for_each_word = [](RunInputs& of, const auto& f) {
    for (MemoryCells& cells : of.memory) {
      for (std::size_t at = 0; at < cells.bytes.size(); at += kWord) {
        const std::size_t size = std::min(kWord, cells.bytes.size() - at);
        std::uint32_t word = 0;
        std::memcpy(&word, cells.bytes.data() + at, size);
        if (word != 0) f(cells.bytes.data() + at, size, word);
      }
    }
  };
  const auto set_all = [&](std::uint32_t value) {
    return [&for_each_word, value](RunInputs& of) {
      for_each_word(of, [&](std::uint8_t* at, std::size_t size, std::uint32_t) { std::memcpy(at, &value, size); });
    };
  };
  const auto words_left = [&] {
    std::size_t words = 0;
    for_each_word(inputs, [&](std::uint8_t*, std::size_t, std::uint32_t) { ++words; });
    return words;
  };
  if (words_left() == 0 || attempt(set_all(0))) return;
  zero_parts(inputs, runs, deadline, still);
  if (attempt(set_all(1))) return;
  for (std::size_t number = 0; number < words_left() && runs > 0; ++number) {
    attempt([&](RunInputs& of) {
      const std::uint32_t value = 1;
      std::size_t n = 0;
      for_each_word(of, [&](std::uint8_t* at, std::size_t size, std::uint32_t) {
        if (n++ == number) std::memcpy(at, &value, size);
      });
    });
  }
}

}  // namespace warpproof::counterexample
