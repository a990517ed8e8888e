#include "checker/counterexample/random_inputs.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/machine/address_map.h"

namespace warpproof::counterexample {

namespace {

std::uint32_t random_word(Random& random, Words kind) {
  const auto small = static_cast<std::uint32_t>(random() % 8);
  switch (kind) {
    case Words::Small:
    case Words::Rows:
      return small;
    case Words::Floats:
      return std::bit_cast<std::uint32_t>(static_cast<float>(small) * 0.5f);
    case Words::Signed:
      return static_cast<std::uint32_t>(random() % 32) - 16u;
    case Words::Sparse:
      return random() % 8 == 0 ? small : 0;
    case Words::Zero:
      return 0;
  }
  return small;
}

// Often around the number of threads, where the last warp is partial or a round of a loop is.
std::uint64_t random_scalar(Random& random, std::uint32_t threads) {
  switch (random() % 4) {
    case 0:
      return random() % 9;
    case 1:
      return threads - 1 + random() % 3;
    default:
      return random() % (2 * std::uint64_t{threads} + 1);
  }
}

}  // namespace

std::vector<std::uint8_t> random_words(Random& random, Words kind) {
  std::vector<std::uint8_t> bytes(kFilledWords * 4);
  std::uint32_t word = 0;
  bool is_even = false;  // the row is one of equal words
  for (std::size_t i = 0; i < kFilledWords; ++i) {
    const bool begins = i % 32 == 0;
    if (kind == Words::Rows && begins) is_even = random() % 4 != 0;
    if (begins || !is_even) word = random_word(random, kind);
    std::memcpy(bytes.data() + 4 * i, &word, 4);
  }
  return bytes;
}

namespace {

std::uint64_t bytes_value(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min<std::size_t>(8, bytes.size()));
  return value;
}

// Moved into the bounds.
std::uint64_t fit(std::uint64_t value, const launch::Facts& f) {
  if (value < f.low || value > f.high)
    value = f.high - f.low == ~0ull ? value : f.low + value % (f.high - f.low + 1);
  return std::max(f.low, value & ~f.zero);
}

void set_parameter(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
  std::memcpy(bytes.data(), &value, std::min<std::size_t>(8, bytes.size()));
}

// Draws again what the conditions refuse; where they refuse every draw, what they speak of is the witness's.
void satisfy(const InputShape& shape, Random& random, RunInputs& inputs) {
  constexpr int kDraws = 24;
  const InputConditions& c = shape.conditions;
  const auto is_free = [&](std::uint32_t i) {
    return !shape.fixed.contains(i) && !shape.pointers.contains(i);
  };
  for (int draw = 0; draw < kDraws; ++draw) {
    for (const auto& [i, f] : c.facts) {
      if (is_free(i)) set_parameter(inputs.params[i], fit(random_scalar(random, shape.threads), f));
    }
    if (satisfies(*c.all, inputs, shape.launch)) return;
  }
  for (const auto& [q, value] : c.witness) {
    if (q.kind == launch::Quantity::Kind::Parameter && is_free(q.index))
      set_parameter(inputs.params[q.index], value);
  }
}

}  // namespace

bool satisfies(const launch::Assumptions& conditions, const RunInputs& inputs, const Launch& launch) {
  using Kind = launch::Quantity::Kind;
  const auto with = [&](const std::vector<std::vector<std::uint8_t>>& params) {
    return conditions.hold([&](const launch::Quantity& q) {
      return q.kind == Kind::Parameter   ? bytes_value(params.at(q.index))
             : q.kind == Kind::BlockSize ? launch.block[q.index]
                                         : std::uint64_t{launch.grid[q.index]};
    });
  };
  if (inputs.per_lane_params.empty()) return with(inputs.params);
  return std::all_of(inputs.per_lane_params.begin(), inputs.per_lane_params.end(), with);
}

std::optional<InputConditions> conditions_for(const launch::Assumptions* conditions, const Launch& launch) {
  InputConditions out;
  if (conditions == nullptr || conditions->empty()) return out;
  const launch::LaunchSpace space{launch.block, 1, 1024, launch.grid};
  if (conditions->find(space, &out.witness) != launch::Assumptions::Answer::Satisfied) return std::nullopt;
  out.all = conditions;
  out.facts = conditions->facts(space);
  return out;
}

RunInputs random_inputs(const InputShape& shape, Random& random, Words kind) {
  RunInputs inputs;
  const Function& kernel = shape.program.functions[shape.root];
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    std::vector<std::uint8_t> bytes(shape.program.variables[kernel.parameters[i]].size);
    std::uint64_t value = random_scalar(random, shape.threads);
    if (const auto fixed = shape.fixed.find(i); fixed != shape.fixed.end()) value = fixed->second;
    if (shape.pointers.contains(i)) {
      value = allocation_base(i);
      inputs.memory.push_back({i, 0, random_words(random, kind)});
    }
    std::memcpy(bytes.data(), &value, std::min<std::size_t>(8, bytes.size()));
    inputs.params.push_back(std::move(bytes));
  }
  if (shape.conditions.all != nullptr) satisfy(shape, random, inputs);
  return inputs;
}

}  // namespace warpproof::counterexample
