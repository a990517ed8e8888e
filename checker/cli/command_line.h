// Options that several subcommands have, and those of `run`, which `replay` reads too.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/options.h"
#include "checker/cli/run_command.h"

namespace warpproof::cli {

// An option that may be given several times, with one value each time.
CLI::Option* repeatable(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                        const std::string& help, const std::string& type);

// Options that compilers have, under the names that they have there.
void add_compile_options(CLI::App& app, CompileOptions& compile);

CompileOptions::Compiler compiler_of(const std::string& name);

spec::Policies read_policies(const std::vector<std::string>& settings, spec::Policies policies = {});

// Text of the options of `run`.
struct RawRun {
  std::string block = "32", grid = "1", compiler = "auto", schedule = "canonical";
  std::optional<std::string> target, block_index;
  std::vector<std::string> policies;
};

void add_run_options(CLI::App& app, RawRun& raw, RunArguments& arguments);
void read_raw(const RawRun& raw, RunArguments& arguments);

}  // namespace warpproof::cli
