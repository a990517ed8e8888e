// `warpproof run`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/check_command.h"
#include "checker/cli/options.h"
#include "checker/cli/rerun_words.h"

namespace warpproof::cli {

struct RunArguments : RerunArguments {
  std::string file, kernel;              // kernel may be empty when the file has one
  std::vector<std::string> assumptions;  // --assume
  std::vector<std::string> dumps;        // --dump NAME:TYPE:COUNT
  std::vector<std::string> saves;        // --save NAME=PATH
  bool trace = false;
  std::vector<std::uint32_t> trace_warps;  // empty: all
  std::uint64_t max_steps = 100'000'000;   // warp instructions of a block
  std::uint32_t schedules = 1;
  bool races = true;
  bool compare_activemask = false;  // with a run in which all lanes of each activemask are together
  CompileOptions compile;
};

// "canonical", or "random:SEED": the seed.
std::optional<std::uint64_t> parse_schedule(const std::string& text);

// Runs the kernel, prints what was found and asked for. 0: it ended and kept the rules; 1: a finding of level
// error, or a deadlock; 2: something has no meaning here, or the limit of steps was reached; 3: bad input.
int run_run(const RunArguments& arguments, const Console& console);

}  // namespace warpproof::cli
