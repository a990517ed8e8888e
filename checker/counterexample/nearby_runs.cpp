#include "checker/counterexample/nearby_runs.h"

#include <algorithm>
#include <array>

#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/simpler_inputs.h"
#include "src/base/effort.h"
#include "src/base/random_seed.h"

namespace warpproof::counterexample {

namespace {

constexpr int kTrials = 8;
constexpr int kSmallerRuns = 120;
constexpr std::array kKinds = {Words::Small, Words::Signed, Words::Floats, Words::Sparse};

// Random words in every buffer, and upon them the cells that are known.
void fill(std::vector<MemoryCells>& cells, const std::set<std::uint32_t>& pointers, Random& random,
          Words kind) {
  std::vector<MemoryCells> out;
  for (const std::uint32_t p : pointers) out.push_back({p, 0, random_words(random, kind)});
  for (MemoryCells& known : cells) {
    const auto buffer = std::find_if(out.begin(), out.end(), [&](const MemoryCells& b) {
      return b.allocation == known.allocation && b.offset == 0 && known.offset < b.bytes.size() &&
             known.bytes.size() <= b.bytes.size() - known.offset;
    });
    if (buffer == out.end()) {
      out.push_back(std::move(known));
    } else {
      std::copy(known.bytes.begin(), known.bytes.end(),
                buffer->bytes.begin() + static_cast<std::ptrdiff_t>(known.offset));
    }
  }
  cells = std::move(out);
}

}  // namespace

std::optional<Replay> find_violating_run_near(const Program& program, std::uint32_t root, const Replay& start,
                                              const std::set<std::uint32_t>& pointers, const Granted& granted,
                                              const std::vector<std::string>& parameter_names,
                                              effort::Clock::time_point deadline) {
  Evaluator machine(program, root, start.launch);
  const auto run = [&](const RunInputs& inputs, bool trace) {
    RunOptions options;
    options.trace = trace;
    if (!trace) options.until = deadline;
    return machine.run(inputs, options);
  };
  Random random(random_seed::of(1));
  for (int trial = 0; trial < kTrials && effort::Clock::now() < deadline; ++trial) {
    RunInputs inputs = start.inputs;
    fill(inputs.memory, pointers, random, kKinds[static_cast<std::size_t>(trial) % kKinds.size()]);
    const RunResult result = run(inputs, false);
    const Finding* error = error_that_counts(granted, start.launch, inputs, result);
    if (error == nullptr) continue;
    const Finding wanted = *error;
    const auto still = [&](const RunInputs& candidate) {
      const RunResult smaller = run(candidate, false);
      const Finding* same = error_that_counts(granted, start.launch, candidate, smaller);
      return same != nullptr && same->rule == wanted.rule && same->place == wanted.place;
    };
    make_smaller(inputs, kSmallerRuns, deadline, still);
    Replay out;
    out.launch = start.launch;
    out.root = root;
    out.dynamic_shared_is_open = start.dynamic_shared_is_open;
    out.named_inputs.assign(start.named_inputs.begin(),
                            start.named_inputs.begin() + static_cast<std::ptrdiff_t>(start.named_scalars));
    name_words(inputs.memory, parameter_names, out.named_inputs);
    out.result = run(inputs, true);
    out.inputs = std::move(inputs);
    keep_what_counts(granted, out);
    return out;
  }
  return std::nullopt;
}

}  // namespace warpproof::counterexample
