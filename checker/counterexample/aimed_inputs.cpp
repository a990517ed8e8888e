#include "checker/counterexample/aimed_inputs.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_runs.h"
#include "src/base/random_seed.h"

namespace warpproof::counterexample {

namespace {

constexpr std::array<std::uint64_t, 3> kManyIterations = {10'000, 1'000, 100'000};  // of loops that count up to a parameter
constexpr std::uint64_t kMostAbove = 4;                // a constant of the program, of a parameter that is to pass it
constexpr std::uint64_t kOneSpecial = 10;              // of so many parameters is 0, one is negative
constexpr std::uint64_t kLargestProduct = 1ull << 31;  // of two parameters

// Of `among` parameters, one stays as it is.
template <class F>
void set_numbers(const std::set<std::uint32_t>& pointers, const std::map<std::uint32_t, std::uint64_t>& fixed, Random& random,
                 RunInputs& inputs, std::uint64_t among, F number) {
  std::vector<ParameterPart> parts;
  for_each_number(inputs, pointers, [&](ParameterPart part, std::uint64_t, int bytes) {
    if (bytes >= 4 && !fixed.contains(part.index) && random() % among != 0) parts.push_back(part);
  });
  for (const ParameterPart part : parts) {
    const std::uint64_t size = number(), which = random() % kOneSpecial;
    const std::uint64_t value = which == 0 ? 0 : which == 1 ? 0 - size : size;
    auto& bytes = inputs.params[part.index];
    std::memcpy(bytes.data() + part.offset, &value, std::min<std::size_t>(8, bytes.size() - part.offset));
  }
}

}  // namespace

Aim AimedInputs::aim_of(int trial) const {
  constexpr std::array kAims = {Aim::Small, Aim::Constants, Aim::Schedule, Aim::Constants,
                                Aim::Large, Aim::Constants, Aim::Small,    Aim::Constants};
  const Aim out = kAims[static_cast<std::size_t>(trial) % kAims.size()];
  return out == Aim::Constants && numbers_.empty() ? Aim::Large : out;
}

void AimedInputs::aim(int trial, const std::set<std::uint32_t>& pointers, const std::map<std::uint32_t, std::uint64_t>& fixed,
                      Random& random, RunInputs& inputs) const {
  if (aim_of(trial) == Aim::Constants) {
    plant(trial, pointers, inputs);
    set_numbers(pointers, fixed, random, inputs, 4, [&] {
      const std::uint64_t number = numbers_[random() % numbers_.size()], above = random() % (2 * kMostAbove);
      return number + (above <= kMostAbove ? above : 0);
    });
  }
  if (aim_of(trial) == Aim::Large) {
    const std::uint64_t many = kManyIterations[static_cast<std::size_t>(trial / 2) % kManyIterations.size()];
    set_numbers(pointers, fixed, random, inputs, 2, [&] { return many - random() % 64; });
  }
}

void AimedInputs::plant(int trial, const std::set<std::uint32_t>& pointers, RunInputs& inputs) const {
  if (!numbers_.empty()) plant_numbers(inputs, pointers, numbers_, random_seed::of(static_cast<std::uint64_t>(trial)));
}

bool has_small_products(const RunInputs& inputs, const std::set<std::uint32_t>& pointers) {
  std::uint64_t first = 1, next = 1;
  for_each_number(inputs, pointers, [&](ParameterPart, std::uint64_t value, int bytes) {
    const int unused = 64 - 8 * bytes;
    const auto number = static_cast<std::int64_t>(value << unused) >> unused;
    const std::uint64_t size = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    next = std::max(next, std::min(size, first));
    first = std::max(first, size);
  });
  return first < kLargestProduct && first * next < kLargestProduct;
}

bool limits_numbers(std::span<const std::string> assumptions) {
  return std::any_of(assumptions.begin(), assumptions.end(), [](const std::string& text) {
    const AssumptionKind* kind = kind_of_assumption(text);
    return kind != nullptr && kind->of_numbers;
  });
}

}  // namespace warpproof::counterexample
