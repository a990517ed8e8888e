#include "checker/counterexample/random_inputs.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/machine/address_map.h"

namespace warpproof::counterexample {

namespace {

constexpr std::uint64_t kLongestRow = 80;

std::uint32_t random_word(Random& random, Words kind) {
  const auto small = static_cast<std::uint32_t>(random() % 8);
  switch (kind) {
    case Words::Small:
    case Words::Rows:
    case Words::Offsets:
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

// Often around the number of threads, where the last warp is partial or an iteration of a loop is.
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
  const bool ascends = kind == Words::Offsets && random() % 2 == 0;
  const std::uint64_t longest = ascends ? 1 + random() % kLongestRow : 1;
  for (std::size_t i = 0; i < kFilledWords; ++i) {
    const bool begins = i % 32 == 0;
    if (kind == Words::Rows && begins) is_even = random() % 4 != 0;
    if (ascends) {
      word += i == 0 ? 0 : static_cast<std::uint32_t>(random() % longest);
    } else if (begins || !is_even) {
      word = random_word(random, kind);
    }
    std::memcpy(bytes.data() + 4 * i, &word, 4);
  }
  return bytes;
}

namespace {

std::uint64_t value_of(const launch::Quantity& q, const std::vector<std::uint8_t>& bytes) {
  std::uint64_t value = 0;
  if (q.offset() + q.bytes() <= bytes.size()) std::memcpy(&value, bytes.data() + q.offset(), q.bytes());
  return value;
}

// Moved into the bounds.
std::uint64_t fit(std::uint64_t value, const launch::Facts& f) {
  if (value < f.low || value > f.high)
    value = f.high - f.low == ~0ull ? value : f.low + value % (f.high - f.low + 1);
  return std::max(f.low, value & ~f.zero);
}

void set(const launch::Quantity& q, std::uint64_t value, std::vector<std::vector<std::uint8_t>>& params) {
  std::vector<std::uint8_t>& bytes = params.at(q.index);
  if (q.offset() + q.bytes() <= bytes.size()) std::memcpy(bytes.data() + q.offset(), &value, q.bytes());
}

bool is_free(const InputShape& shape, const launch::Quantity& q) {
  const auto pointer = pointed_allocation({q.index, q.offset() / 8 * 8});
  return !shape.fixed.contains(q.index) && !(pointer && shape.pointers.contains(*pointer));
}

// What the conditions speak of as the witness has it, and then each number once as one near it, if they hold then, too.
void begin_at_witness(const InputShape& shape, Random& random, RunInputs& inputs) {
  constexpr std::uint64_t kNear = 16;
  const InputConditions& c = shape.conditions;
  const auto is_drawn = [&](const launch::Quantity& q) { return q.kind == launch::Quantity::Kind::Parameter && is_free(shape, q); };
  for (const auto& [q, value] : c.witness)
    if (is_drawn(q)) set(q, value, inputs.params);
  for (const auto& [q, value] : c.witness) {
    if (!is_drawn(q)) continue;
    set(q, value + random() % (2 * kNear + 1) - kNear, inputs.params);
    if (!satisfies(*c.all, inputs, shape.launch)) set(q, value, inputs.params);
  }
}

// Draws again what the conditions refuse, and where they refuse every draw begins at values that are known to satisfy them.
void satisfy(const InputShape& shape, Random& random, RunInputs& inputs) {
  constexpr int kDraws = 24;
  const InputConditions& c = shape.conditions;
  for (int draw = 0; draw < kDraws; ++draw) {
    for (const auto& [q, f] : c.facts) {
      if (is_free(shape, q)) set(q, fit(random_scalar(random, shape.threads), f), inputs.params);
    }
    if (satisfies(*c.all, inputs, shape.launch)) return;
  }
  begin_at_witness(shape, random, inputs);
}

std::uint64_t quantity(const launch::Quantity& q, const std::vector<std::vector<std::uint8_t>>& params,
                       const Launch& launch) {
  using Kind = launch::Quantity::Kind;
  return q.kind == Kind::Parameter   ? value_of(q, params.at(q.index))
         : q.kind == Kind::BlockSize ? launch.block[q.index]
         : q.kind == Kind::GridSize  ? launch.grid[q.index]
                                     : static_cast<std::uint64_t>(launch.warp_size);
}

}  // namespace

void make_small(const InputShape& shape, std::uint64_t number, RunInputs& inputs) {
  for (std::uint32_t i = 0; i < inputs.params.size(); ++i) {
    std::vector<std::uint8_t>& bytes = inputs.params[i];
    if (bytes.size() <= sizeof number && is_free(shape, {launch::Quantity::Kind::Parameter, i})) std::memcpy(bytes.data(), &number, bytes.size());
  }
  for (const auto& [q, f] : shape.conditions.facts)
    if (is_free(shape, q)) set(q, std::clamp(number, f.low, std::max(f.low, f.high)), inputs.params);
}

void set_bounds(const launch::Bounds* bounds, RunInputs& inputs, const Launch& launch) {
  if (bounds == nullptr) return;
  inputs.only_bounds = true;
  inputs.extents.emplace(inputs.params.size(), kUnknownExtent);
  for (const auto& [parameter, size] : bounds->sizes) {
    inputs.extents->at(parameter) =
        launch::size_for(size, [&](const launch::Quantity& q) { return quantity(q, inputs.params, launch); });
  }
}

bool satisfies(const launch::Assumptions& conditions, const RunInputs& inputs, const Launch& launch) {
  const auto with = [&](const std::vector<std::vector<std::uint8_t>>& params) {
    return conditions.hold([&](const launch::Quantity& q) { return quantity(q, params, launch); });
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

bool choose_any_grid(const launch::Assumptions* conditions, Launch& launch) {
  constexpr std::array<std::uint32_t, 3> kOneBlock{1, 1, 1};
  if (conditions == nullptr || conditions->empty() || launch.grid == kOneBlock) return choose_grid(conditions, launch);
  const launch::LaunchSpace one_block{launch.block, 1, 1024, kOneBlock};
  if (conditions->find(one_block) != launch::Assumptions::Answer::Satisfied) return choose_grid(conditions, launch);
  launch.grid = kOneBlock;
  return true;
}

bool choose_grid(const launch::Assumptions* conditions, Launch& launch) {
  if (std::uint64_t{launch.grid[0]} * launch.block[0] <= launch::kMostThreadsAlongX) return true;
  launch.grid = {1, 1, 1};
  if (conditions == nullptr || conditions->empty()) return true;
  launch::Values witness;
  const launch::LaunchSpace space{launch.block, 1, 1024, std::nullopt};
  if (conditions->find(space, &witness) != launch::Assumptions::Answer::Satisfied) return false;
  for (const auto& [q, value] : witness) {
    if (q.kind == launch::Quantity::Kind::GridSize) launch.grid[q.index] = static_cast<std::uint32_t>(value);
  }
  return true;
}

namespace {

// Conditions speak of numbers only.
bool is_number(const InputConditions& conditions, const ParameterPart& part) {
  return std::any_of(conditions.witness.begin(), conditions.witness.end(), [&](const auto& named) {
    const launch::Quantity& q = named.first;
    return q.kind == launch::Quantity::Kind::Parameter && q.index == part.index && q.offset() / 8 * 8 == part.offset;
  });
}

}  // namespace

void find_pointers(InputShape& shape, Random& random,
                   const std::function<AllocationSet(int trial)>& touched) {
  constexpr int kTrials = 3, kTrialsOfMembers = 24;
  const std::vector<std::uint32_t>& parameters = shape.program.functions[shape.root].parameters;
  std::vector<std::uint32_t> candidates;
  AllocationSet found;
  bool are_members = false;
  for (const ParameterPart part : possible_pointers(shape.program, shape.root)) {
    const Variable& variable = shape.program.variables[parameters[part.index]];
    if (variable.holds == Variable::Holds::Number || shape.fixed.contains(part.index) || is_number(shape.conditions, part)) continue;
    are_members = are_members || variable.size > 8;
    candidates.push_back(*pointed_allocation(part));
    // No run need show it, which may end before it comes to that.
    if (variable.holds == Variable::Holds::Pointer) found.insert(candidates.back());
  }
  shape.pointers.insert(candidates.begin(), candidates.end());
  for (int trial = 0; trial < kTrials; ++trial) found |= touched(trial);
  for (int trial = 0; are_members && trial < kTrialsOfMembers; ++trial) {
    std::erase_if(shape.pointers, [&](std::uint32_t p) {
      const bool is_member = shape.program.variables[parameters[pointing_part(p).index]].size > 8;
      return is_member && !found.contains(p) && random() % 2 == 0;
    });
    found |= touched(kTrials + trial);
    shape.pointers.insert(candidates.begin(), candidates.end());
  }
  std::erase_if(shape.pointers, [&](std::uint32_t p) { return !found.contains(p); });
}

// Pointers near each other in one allocation, as often as not at the same byte.
void overlap(const InputShape& shape, Random& random, Words kind, RunInputs& inputs) {
  constexpr std::uint64_t kAlignment = 16;
  const auto& parameters = shape.program.functions[shape.root].parameters;
  std::vector<std::uint8_t> memory;
  for (const std::uint32_t p : shape.pointers) {
    const ParameterPart part = pointing_part(p);
    if (shape.program.variables[parameters[part.index]].is_restrict) continue;
    const std::uint64_t near = random() % 2 == 0 ? 0 : random() % (shape.threads / 2 + 2) * kAlignment;
    const std::uint64_t address = allocation_base(kCommonAllocation) + near;
    std::memcpy(inputs.params[part.index].data() + part.offset, &address, 8);
    if (memory.empty()) memory = random_words(random, kind);
    std::erase_if(inputs.memory, [&](const MemoryCells& cells) { return cells.allocation == p; });
  }
  if (!memory.empty()) inputs.memory.push_back({kCommonAllocation, 0, std::move(memory)});
}

// A structure's bytes: pointers, and between them numbers of 32 or of 64 bits.
void fill_structure(const InputShape& shape, Random& random, std::uint32_t index,
                    std::vector<std::uint8_t>& bytes) {
  for (std::uint32_t at = 0; at < bytes.size(); at += 8) {
    const auto allocation = pointed_allocation({index, at});
    std::uint64_t value = random_scalar(random, shape.threads);
    if (random() % 2 == 0) value |= random_scalar(random, shape.threads) << 32;
    if (allocation && shape.pointers.contains(*allocation)) value = allocation_base(*allocation);
    std::memcpy(bytes.data() + at, &value, std::min<std::size_t>(8, bytes.size() - at));
  }
}

RunInputs random_inputs(const InputShape& shape, Random& random, Words kind) {
  RunInputs inputs;
  const Function& kernel = shape.program.functions[shape.root];
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    std::vector<std::uint8_t> bytes(shape.program.variables[kernel.parameters[i]].size);
    std::uint64_t value = random_scalar(random, shape.threads);
    if (const auto fixed = shape.fixed.find(i); fixed != shape.fixed.end()) value = fixed->second;
    if (shape.pointers.contains(i)) value = allocation_base(i);
    std::memcpy(bytes.data(), &value, std::min<std::size_t>(8, bytes.size()));
    if (bytes.size() > 8) fill_structure(shape, random, i, bytes);
    inputs.params.push_back(std::move(bytes));
  }
  for (const std::uint32_t p : shape.pointers) inputs.memory.push_back({p, 0, random_words(random, kind)});
  if (shape.overlap) overlap(shape, random, kind, inputs);
  if (shape.conditions.all != nullptr) satisfy(shape, random, inputs);
  set_bounds(shape.bounds, inputs, shape.launch);
  return inputs;
}

}  // namespace warpproof::counterexample
