// Inputs that are fewer and smaller, and show the same. `still(inputs)` says of a change whether they do: it makes the run
// again. All is tried in a fixed order, so that the outcome is always the same; of the runs that are left, and until the
// deadline.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "checker/counterexample/random_inputs.h"
#include "src/base/effort.h"
#include "src/concrete/evaluator.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

inline constexpr std::uint32_t kFloatOne = 0x3f800000;  // 1.0

// A word of a buffer that is not 0. The last one of cells may be shorter than four bytes.
struct FilledWord {
  std::size_t cells = 0;  // in RunInputs::memory
  std::size_t at = 0, size = 0;
};
std::vector<FilledWord> filled_words(const RunInputs& inputs);
std::uint32_t value_of(const RunInputs& inputs, const FilledWord& word);
void set_words(RunInputs& inputs, const std::vector<FilledWord>& words, std::size_t begin, std::size_t end, std::uint32_t value);

// The simplest values that are not 0.
struct Simplest {
  // In memory: 1, or the float 1.0 where all that the program reads, but for private variables and parameters, are floats.
  std::uint32_t word = 1;
  std::set<std::uint32_t> floats;  // parameters of the kernel
};
Simplest simplest_values(const Program& program, std::uint32_t root);

// The search for simpler inputs: how many runs it may still make, and until when.
template <class Still>
class Simpler {
 public:
  Simpler(RunInputs& inputs, int runs, effort::Clock::time_point deadline, const Still& still)
      : inputs_(inputs), runs_(runs), deadline_(deadline), still_(still) {}
  Simpler(const Simpler&) = delete;
  Simpler& operator=(const Simpler&) = delete;

  bool is_over() const { return runs_ <= 0 || effort::Clock::now() >= deadline_; }

  // Every word in place of others, so that one of the first ones will do: then numbers that say how many are read can be small.
  void spread_words() {
    std::set<std::uint32_t> tried;
    for (const FilledWord& word : filled_words(inputs_)) {
      if (tried.size() >= kMostSpread) return;
      const std::uint32_t value = value_of(inputs_, word);
      if (!tried.insert(value).second) continue;
      const auto spread = [&](RunInputs& of) {
        const std::vector<FilledWord> words = filled_words(of);
        set_words(of, words, 0, words.size(), value);
      };
      if (keeps(spread)) return;
    }
  }

  // Zeroes words: all, halves of what is left, quarters, .., each alone. In the end none of them can be left out alone,
  // unless the runs were too few.
  void zero_words() {
    std::vector<FilledWord> words = filled_words(inputs_);
    for (std::size_t part = words.size(); part > 0;) {
      const std::size_t before = words.size();
      for (std::size_t begin = 0; begin < words.size() && !is_over();) {
        const std::size_t end = std::min(begin + part, words.size());
        if (keeps([&](RunInputs& of) { set_words(of, words, begin, end, 0); })) {
          words.erase(words.begin() + static_cast<std::ptrdiff_t>(begin), words.begin() + static_cast<std::ptrdiff_t>(end));
        } else {
          begin = end;
        }
      }
      if (is_over() || (part == 1 && words.size() == before)) return;
      part = std::min(std::max<std::size_t>(part / 2, 1), words.size());
    }
  }

  // Puts words that are left at the begin of their buffer, so that few need to be read.
  void move_words_to_front() {
    const std::vector<FilledWord> words = filled_words(inputs_);
    if (words.size() > kMostMoved) return;
    for (const FilledWord& word : words) {
      const MemoryCells& from = inputs_.memory[word.cells];
      if (from.offset + word.at == 0) continue;
      keeps([&, value = value_of(inputs_, word), allocation = from.allocation](RunInputs& of) {
        set_words(of, {word}, 0, 1, 0);
        MemoryCells first{allocation, 0, std::vector<std::uint8_t>(word.size)};
        std::memcpy(first.bytes.data(), &value, word.size);
        of.memory.push_back(std::move(first));
      });
    }
  }

  // Simpler values for the words that are left: all of them `simplest`, or each alone, or else the smallest number that will do.
  void simplify_words(std::uint32_t simplest) {
    const std::vector<FilledWord> words = filled_words(inputs_);
    if (words.empty() || keeps([&](RunInputs& of) { set_words(of, words, 0, words.size(), simplest); })) return;
    for (std::size_t i = 0; i < words.size() && !is_over(); ++i) {
      const std::uint32_t value = value_of(inputs_, words[i]);
      const auto becomes = [&](std::uint64_t smaller) {
        return keeps([&](RunInputs& of) { set_words(of, words, i, i + 1, static_cast<std::uint32_t>(smaller)); });
      };
      if (value == simplest || becomes(simplest)) continue;
      if (simplest == 1 && value >> 31 == 0) smallest(value, becomes);
    }
  }

  // Smaller numbers among the parameters: 0, 1, 4, 16, .., then what lies between the first that will do and the one before
  // it. Small ones come first, as runs with them are short. `is_free` says which parameters may change: none whose value was
  // asked for.
  template <class IsFree>
  void make_numbers_smaller(const std::set<std::uint32_t>& pointers, const std::set<std::uint32_t>& floats, const IsFree& is_free) {
    std::vector<std::pair<ParameterPart, std::pair<std::uint64_t, int>>> numbers;
    for_each_number(inputs_, pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
      if (value != 0 && is_free(part.index)) numbers.push_back({part, {value, bytes}});
    });
    for (const auto& [part, number] : numbers) {
      const auto becomes = [&, part = part, bytes = number.second](std::uint64_t smaller) {
        return keeps([&](RunInputs& of) {
          std::memcpy(of.params[part.index].data() + part.offset, &smaller, static_cast<std::size_t>(bytes));
        });
      };
      if (becomes(0)) continue;
      if (floats.contains(part.index)) becomes(kFloatOne);
      else smallest(number.first, becomes);
    }
  }

 private:
  static constexpr std::size_t kMostSpread = 4, kMostMoved = 8;

  // A change of the inputs that is kept if they show the same with it.
  template <class Change>
  bool keeps(const Change& change) {
    if (is_over()) return false;
    RunInputs candidate = inputs_;
    change(candidate);
    --runs_;
    if (!still_(std::as_const(candidate))) return false;
    inputs_ = std::move(candidate);
    return true;
  }

  // `value` will do, and 0 will not. The first few numbers are tried one by one: not always will a number do if a smaller
  // one does.
  template <class Becomes>
  void smallest(std::uint64_t value, const Becomes& becomes) {
    constexpr std::uint64_t kFactor = 4, kFirst = 7;
    std::uint64_t too_small = 0;
    while (too_small < kFirst && too_small + 1 < value) {
      if (becomes(++too_small)) return;
    }
    std::uint64_t enough = too_small < kFirst ? value : std::min(2 * (kFirst + 1), value);
    while (enough < value && !becomes(enough)) {
      too_small = enough;
      enough = enough > value / kFactor ? value : enough * kFactor;
    }
    while (enough - too_small > 1 && !is_over()) {
      const std::uint64_t middle = too_small + (enough - too_small) / 2;
      (becomes(middle) ? enough : too_small) = middle;
    }
  }

  RunInputs& inputs_;
  int runs_;
  effort::Clock::time_point deadline_;
  const Still& still_;
};

// Fewer words of memory, with at most that many runs.
template <class Still>
void make_smaller(RunInputs& inputs, int runs, effort::Clock::time_point deadline, const Still& still) {
  Simpler<Still>(inputs, runs, deadline, still).zero_words();
}

// Smaller numbers, fewer words of memory, simpler values for what is left of them.
template <class IsFree, class Still>
void make_simpler(RunInputs& inputs, const std::set<std::uint32_t>& pointers, const IsFree& is_free, const Simplest& simplest,
                  int runs, effort::Clock::time_point deadline, const Still& still) {
  Simpler<Still> simpler(inputs, runs, deadline, still);
  const bool has_words = !filled_words(inputs).empty();
  simpler.spread_words();
  simpler.make_numbers_smaller(pointers, simplest.floats, is_free);
  if (!has_words) return;
  simpler.zero_words();
  simpler.move_words_to_front();
  simpler.simplify_words(simplest.word);
  simpler.make_numbers_smaller(pointers, simplest.floats, is_free);
}

}  // namespace warpproof::counterexample
