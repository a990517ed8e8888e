#include "checker/cli/rerun_words.h"

#include <algorithm>

#include "checker/cli/options.h"
#include "checker/cli/run_arguments.h"

namespace warpproof::cli {
namespace {

// False: findings are not reported with it.
bool read_option(const std::string& option, const std::string& value, RerunArguments& out) {
  if (option == "--block") {
    out.block = parse_block(value).shape;
  } else if (option == "--grid") {
    const auto shape = parse_grid(value);
    if (!shape) return false;
    out.grid = *shape;
  } else if (option == "--block-index") {
    out.block_index = parse_block_index(value, out.grid);
  } else if (option == "--dynamic-shared") {
    out.dynamic_shared = parse_integer(value).value_or(0);
  } else if (option == "--target") {
    out.target_sm = parse_target(value);
  } else if (option == "--schedule") {
    if (!value.starts_with("random:")) return value == "canonical";
    out.seed = parse_integer(std::string_view(value).substr(7));
  } else if (option == "--policy") {
    if (const auto message = spec::apply_policy(out.policies, value)) throw OptionError(*message);
  } else if (option == "--arg") {
    out.arguments.push_back(value);
  } else if (option == "--bytes") {
    out.hardware.memory.push_back(value);
  } else if (option == "--register") {
    out.hardware.registers.push_back(value);
  } else if (option == "--clock") {
    out.hardware.clocks.push_back(value);
  } else if (option == "--activemask") {
    out.hardware.activemask.push_back(value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::optional<RerunArguments> rerun_arguments_of(const std::vector<std::string>& rerun) {
  // The words before are the file's, which the caller has read, and the launch begins with its block.
  const auto first = std::find(rerun.rbegin(), rerun.rend(), "--block");
  if (first == rerun.rend()) return std::nullopt;
  RerunArguments out;
  out.policies.trap = spec::Trap::Check;  // of `run`
  for (auto word = first.base() - 1; word != rerun.end(); ++word) {
    if (*word == "--unsized") {
      out.hardware.unsized = true;
      continue;
    }
    const std::string& option = *word;
    if (++word == rerun.end() || !read_option(option, *word, out)) return std::nullopt;
  }
  return out;
}

Launch launch_of(const RerunArguments& arguments, const Input& input) {
  Launch out;
  out.block = arguments.block;
  out.grid = arguments.grid;
  if (arguments.block_index) out.ctaid = *arguments.block_index;
  out.dynamic_shared = arguments.dynamic_shared;
  out.target_sm = arguments.target_sm.value_or(input.program.target_sm);
  out.policies = arguments.policies;
  out.cuda_source = input.cuda_source;
  return out;
}

std::optional<Rerun> rerun_of(const Selected& kernel, const std::vector<std::string>& words) {
  auto arguments = rerun_arguments_of(words);
  if (!arguments) return std::nullopt;
  Rerun out{std::move(*arguments), {}, {}};
  out.launch = launch_of(out.arguments, *kernel.input);
  out.inputs = bind_arguments(kernel, out.arguments.arguments, out.launch.threads());
  add_hardware(out.arguments.hardware, out.inputs);
  return out;
}

Evaluator::GridResult run_again(const Selected& kernel, const Rerun& rerun, const RunOptions& options) {
  Evaluator evaluator(kernel.input->program, kernel.candidate->function, rerun.launch);
  RunOptions all = options;
  all.random_schedule = rerun.arguments.seed;
  if (rerun.whole_grid()) return evaluator.run_grid(rerun.inputs, all);
  Evaluator::GridResult out;
  out.run = evaluator.run(rerun.inputs, all);
  const auto& at = rerun.launch.ctaid;
  const auto& grid = rerun.launch.grid;
  const std::uint32_t block = (at[2] * grid[1] + at[1]) * grid[0] + at[0];
  out.finding_block.assign(out.run.findings.size(), block);
  out.blocks = 1;
  return out;
}

std::optional<Selected> kernel_of(const report::Kernel& kernel, const std::vector<Input>& inputs) {
  for (const Input& input : inputs) {
    for (const Candidate& candidate : input.candidates) {
      if (input.file == kernel.file && candidate.name == kernel.name) return Selected{&input, &candidate};
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> finding_in(const Selected& kernel, const RunResult& run,
                                      const report::Finding& wanted, counterexample::SourceLines& lines) {
  for (std::size_t i = 0; i < run.findings.size(); ++i) {
    if (run.findings[i].rule != wanted.rule) continue;
    const report::SourcePlace at =
        counterexample::source_place(kernel.input->program, run.findings[i].place, lines);
    if (at.file == wanted.place.file && at.line == wanted.place.line && at.column == wanted.place.column)
      return i;
  }
  return std::nullopt;
}

}  // namespace warpproof::cli
