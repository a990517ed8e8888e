#include "checker/counterexample/convergence.h"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "checker/counterexample/simpler_inputs.h"
#include "src/base/effort.h"
#include "src/base/random_seed.h"
#include "src/machine/address_map.h"

namespace warpproof::counterexample {

namespace {

constexpr int kTrials = 48;
constexpr int kSimplerRuns = 64;
constexpr std::size_t kVisits = 512;           // activemasks of a warp that get a grouping
constexpr std::uint64_t kMostSteps = 100'000;  // warp instructions of one run
constexpr int kMostUnfinished = 6;             // runs in a row that do not come to their end: lanes spin

// All alone, in halves, or anyhow.
std::vector<std::vector<std::array<std::uint8_t, 32>>> random_groups(const ConvergenceQuestion& q,
                                                                     Random& random, int trial) {
  std::vector<std::vector<std::array<std::uint8_t, 32>>> out(q.launch.warps());
  for (auto& warp : out) {
    for (std::size_t n = 0; n < kVisits; ++n) {
      std::array<std::uint8_t, 32> groups{};
      for (std::size_t lane = 0; lane < 32; ++lane) {
        groups[lane] = static_cast<std::uint8_t>(trial % 3 == 0   ? lane
                                                 : trial % 3 == 1 ? lane / 16
                                                                  : random() % 3);
      }
      warp.push_back(groups);
    }
  }
  return out;
}

std::vector<std::uint32_t> sorted_words(const RunResult& result, std::uint32_t allocation) {
  const auto bytes = result.global.read_bytes(allocation_base(allocation), kFilledWords * 4);
  std::vector<std::uint32_t> words(kFilledWords);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  std::sort(words.begin(), words.end());
  return words;
}

bool is_clean(const RunResult& r) {
  return r.outcome == RunResult::Outcome::Finished && !r.outside_assumptions && !r.stray &&
         std::none_of(r.findings.begin(), r.findings.end(),
                      [](const Finding& f) { return f.level == spec::Level::Error; });
}

}  // namespace

std::optional<std::uint32_t> differing_buffer(const RunResult& together, const RunResult& apart, const std::set<std::uint32_t>& pointers) {
  for (const std::uint32_t p : pointers)
    if (sorted_words(together, p) != sorted_words(apart, p)) return p;
  return std::nullopt;
}

std::optional<ConvergenceDifference> find_convergence_dependence(const ConvergenceQuestion& q) {
  Random random(random_seed::of(20));
  Launch launch = q.launch;
  launch.max_steps = kMostSteps;
  Evaluator machine(q.program, q.root, launch);
  const auto conditions = conditions_for(q.assumptions, launch);
  if (!conditions) return std::nullopt;
  const InputShape shape{q.program, q.root, launch.threads(), q.pointers, q.fixed, *conditions, launch};
  RunOptions options;
  options.trace = true;
  options.max_trace = 60;
  options.until = q.deadline;
  int unfinished = 0;
  const auto gives_up = [&](const RunResult& run) {
    unfinished = run.outcome == RunResult::Outcome::Unknown ? unfinished + 1 : 0;
    return unfinished == kMostUnfinished;
  };
  for (int trial = 0; trial < kTrials && effort::Clock::now() < q.deadline; ++trial) {
    RunInputs inputs = random_inputs(shape, random, trial % 2 == 1 ? Words::Floats : Words::Small);
    judge_assumptions(inputs);  // what breaks one is no clean run
    RunResult together = machine.run(inputs, options);
    if (gives_up(together)) break;
    if (!is_clean(together)) continue;
    inputs.activemask_groups = random_groups(q, random, trial);
    RunResult apart = machine.run(inputs, options);
    if (gives_up(apart)) break;
    if (!is_clean(apart)) continue;
    auto differing = differing_buffer(together, apart, q.pointers);
    if (!differing) continue;
    const auto both = [&](const RunInputs& candidate) {
      RunInputs converged = candidate;
      converged.activemask_groups.clear();
      return std::pair{machine.run(converged, options), machine.run(candidate, options)};
    };
    make_smaller(inputs, kSimplerRuns, q.deadline, [&](const RunInputs& candidate) {
      const auto [a, b] = both(candidate);
      return is_clean(a) && is_clean(b) && differing_buffer(a, b, q.pointers).has_value();
    });
    std::tie(together, apart) = both(inputs);
    differing = differing_buffer(together, apart, q.pointers);
    if (!differing || !is_clean(together) || !is_clean(apart)) continue;
    return ConvergenceDifference{std::move(inputs), *differing, std::move(together), std::move(apart)};
  }
  return std::nullopt;
}

}  // namespace warpproof::counterexample
