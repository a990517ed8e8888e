#include "checker/equivalence/whole_launch.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpproof::equivalence {

namespace {

constexpr std::uint64_t kMostBlocks = 1u << 17, kMostThreads = 1u << 22;  // of one launch that is run

// Saturated at one more than are run.
std::uint64_t blocks_of(const Launch& launch) {
  std::uint64_t out = 1;
  for (const std::uint64_t n : launch.grid) out = std::min(out * n, kMostBlocks + 1);
  return out;
}

}  // namespace

bool has_several_blocks(const Launch& launch) { return blocks_of(launch) > 1; }

RunResult run_whole_launch(const Side& side, const Launch& launch, const RunInputs& inputs,
                           const RunOptions& options) {
  const std::uint64_t blocks = blocks_of(launch);
  if (blocks > kMostBlocks || blocks * launch.threads() > kMostThreads) {
    RunResult out;
    out.outcome = RunResult::Outcome::Unknown;
    out.unknown = fmt::format("a launch of more than {} threads or {} blocks, which is not run as a whole", kMostThreads,
                              kMostBlocks);
    return out;
  }
  Evaluator machine(*side.program, side.function, launch);
  return blocks == 1 ? machine.run(inputs, options) : machine.run_grid(inputs, options).run;
}

}  // namespace warpproof::equivalence
