#include "tests/equivalence/random_runs.h"

#include <fmt/format.h>

#include <cstring>
#include <random>

#include "src/concrete/evaluator.h"
#include "src/machine/address_map.h"

namespace warpproof::tests {
namespace {

using equivalence::Side;
using Random = std::mt19937_64;
using Bytes = std::vector<std::uint8_t>;

constexpr int kRuns = 12;
constexpr std::size_t kBufferBytes = 8192;

const Function& function_of(const Side& s) { return s.program->functions[s.function]; }

Bytes bytes_of(std::uint64_t value, std::size_t size) {
  Bytes out(size);
  std::memcpy(out.data(), &value, std::min<std::size_t>(8, size));
  return out;
}

std::uint64_t word(Random& random, int run) {
  const std::uint64_t noise = random();
  if (run % 3 == 0) return noise % 64;
  // Two floats of ordinary size, or one double.
  if (run % 3 == 1) return (noise & 0x83ffffff83ffffffull) | 0x3c0000003c000000ull;
  return noise;
}

struct Inputs {
  RunInputs a, b;
};

Launch launch_of(const Side& side, const equivalence::EquivalenceOptions& options) {
  Launch launch;
  if (const auto& block = options.check.block; block && block->any) {
    launch.block = {block->multiple, 1, 1};
  } else if (block) {
    launch.block = block->shape;
  }
  launch.target_sm = side.program->target_sm;
  launch.cuda_source = side.cuda_source;
  return launch;
}

// Positions of b's parameters among a's, by --map or position; good enough for cases that name all they move.
std::vector<std::size_t> positions(const Side& a, const Side& b,
                                   const equivalence::EquivalenceOptions& options) {
  const auto index = [](const Side& s, const std::string& name) {
    const auto& names = s.parameter_names;
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  std::vector<std::size_t> out(function_of(b).parameters.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i;
  for (const auto& [in_a, in_b] : options.map) out.at(index(b, in_b)) = index(a, in_a);
  return out;
}

Inputs random_inputs(const Side& a, const Side& b, const equivalence::EquivalenceOptions& options,
                     std::uint32_t threads, Random& random, int run) {
  Inputs out;
  const auto from = positions(a, b, options);
  const auto size = [&](std::size_t i) {
    return static_cast<std::size_t>(a.program->variables[function_of(a).parameters[i]].size);
  };
  const std::size_t count = function_of(a).parameters.size();
  if (!function_of(a).is_entry) {
    for (std::uint32_t t = 0; t < threads; ++t) {
      std::vector<Bytes> own;
      for (std::size_t i = 0; i < count; ++i) own.push_back(bytes_of(word(random, run), size(i)));
      out.a.per_lane_params.push_back(own);
    }
    out.b.per_lane_params = out.a.per_lane_params;
    return out;
  }
  std::vector<std::uint64_t> values(count);
  std::vector<Bytes> buffers(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = random() % 64;
    for (const auto& [name, value] : options.check.parameters) {
      if (i < a.parameter_names.size() && a.parameter_names[i] == name) values[i] = value;
    }
    for (std::size_t at = 0; at < kBufferBytes; at += 8) {
      const Bytes eight = bytes_of(word(random, run), 8);
      buffers[i].insert(buffers[i].end(), eight.begin(), eight.end());
    }
    const auto id = static_cast<std::uint32_t>(i);
    if (size(i) == 8) values[i] = allocation_base(id);
    out.a.params.push_back(bytes_of(values[i], size(i)));
    if (size(i) == 8) out.a.memory.push_back({id, 0, buffers[i]});
  }
  for (std::size_t j = 0; j < from.size(); ++j) {
    const auto id = static_cast<std::uint32_t>(j);
    const bool pointer = size(from[j]) == 8;
    out.b.params.push_back(bytes_of(pointer ? allocation_base(id) : values[from[j]], size(from[j])));
    if (pointer) out.b.memory.push_back({id, 0, buffers[from[j]]});
  }
  return out;
}

}  // namespace

std::string find_random_difference(const Side& a, const Side& b,
                                   const equivalence::EquivalenceOptions& options) {
  Random random(7);
  const Launch launch_a = launch_of(a, options), launch_b = launch_of(b, options);
  Evaluator left(*a.program, a.function, launch_a), right(*b.program, b.function, launch_b);
  const auto from = positions(a, b, options);
  for (int run = 0; run < kRuns; ++run) {
    const Inputs inputs = random_inputs(a, b, options, launch_a.threads(), random, run);
    const RunResult x = left.run(inputs.a), y = right.run(inputs.b);
    const bool too_long =
        x.outcome == RunResult::Outcome::Unknown && y.outcome == RunResult::Outcome::Unknown;
    if (too_long && run > 0) continue;  // loops that depend on the input
    if (x.outcome != RunResult::Outcome::Finished || y.outcome != RunResult::Outcome::Finished)
      return fmt::format("random run {} did not finish", run);
    for (std::size_t t = 0; t < x.results.size(); ++t) {
      if (options.lanes && !options.lanes->contains(static_cast<int>(t % 32))) continue;
      if (x.results[t].bytes != y.results[t].bytes)
        return fmt::format("random run {} returns different values in thread {}", run, t);
    }
    for (std::size_t j = 0; function_of(a).is_entry && j < from.size(); ++j) {
      const std::uint64_t base_a = allocation_base(static_cast<std::uint32_t>(from[j])),
                          base_b = allocation_base(static_cast<std::uint32_t>(j));
      if (x.global.read_bytes(base_a, kBufferBytes) != y.global.read_bytes(base_b, kBufferBytes))
        return fmt::format("random run {} leaves different memory behind parameter {}", run, from[j]);
    }
  }
  return "";
}

}  // namespace warpproof::tests
