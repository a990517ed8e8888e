// A finding's own run, out of the words that it is reported with (report::Finding::rerun), so that it can be made again
// in this process: the page shows its steps, the reproducer its launch. `run` has the same options, and more.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/input.h"
#include "checker/cli/parameters.h"
#include "checker/cli/run_hardware.h"
#include "checker/counterexample/source_place.h"
#include "checker/report/report.h"
#include "spec/policies.h"
#include "src/concrete/evaluator.h"
#include "src/machine/launch.h"

namespace warpproof::cli {

// What follows "warpproof run FILE --kernel NAME .." and the compiler's options.
struct RerunArguments {
  std::array<std::uint32_t, 3> block{32, 1, 1}, grid{1, 1, 1};
  std::optional<std::array<std::uint32_t, 3>> block_index;  // only this block of the grid runs
  std::uint64_t dynamic_shared = 0;
  std::vector<std::string> arguments;  // --arg
  HardwareArguments hardware;
  std::optional<std::uint64_t> seed;  // --schedule random:SEED
  std::optional<int> target_sm;
  spec::Policies policies;
};

Launch launch_of(const RerunArguments& arguments, const Input& input);

// Nothing for an option that findings are not reported with. Throws OptionError for a value that the option does not take.
std::optional<RerunArguments> rerun_arguments_of(const std::vector<std::string>& rerun);

struct Rerun {
  RerunArguments arguments;
  Launch launch;
  RunInputs inputs;
  // The whole grid runs, or the block launch.ctaid alone.
  bool whole_grid() const { return !arguments.block_index; }
};

// Nothing where the words are none of a run. Throws OptionError, InputError.
std::optional<Rerun> rerun_of(const Selected& kernel, const std::vector<std::string>& words);

// All blocks, or the one that is asked for.
Evaluator::GridResult run_again(const Selected& kernel, const Rerun& rerun, const RunOptions& options);

// The kernel that a report speaks of, nothing if it is in none of the inputs.
std::optional<Selected> kernel_of(const report::Kernel& kernel, const std::vector<Input>& inputs);

// The number of the run's finding of the same rule at the same place.
std::optional<std::size_t> finding_in(const Selected& kernel, const RunResult& run,
                                      const report::Finding& wanted, counterexample::SourceLines& lines);

}  // namespace warpproof::cli
