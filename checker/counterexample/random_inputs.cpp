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
      return small;
    case Words::Floats:
      return std::bit_cast<std::uint32_t>(static_cast<float>(small) * 0.5f);
    case Words::Signed:
      return static_cast<std::uint32_t>(random() % 32) - 16u;
    case Words::Sparse:
      return random() % 8 == 0 ? small : 0;
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
  for (std::size_t i = 0; i < kFilledWords; ++i) {
    const std::uint32_t word = random_word(random, kind);
    std::memcpy(bytes.data() + 4 * i, &word, 4);
  }
  return bytes;
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
  return inputs;
}

}  // namespace warpproof::counterexample
