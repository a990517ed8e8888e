// The command line of `check`, and what `equiv` has in common with it.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/options.h"

namespace warpproof::cli {

// Text of options whose values are more than a word or a number; read once parsing is done.
struct RawCheck {
  std::optional<std::string> grid, target;
  std::vector<std::string> blocks;
  std::string alias = "none", format = "text", compiler = "auto";
  std::vector<std::string> policies, parameters;
  std::string colour = "auto";
  bool quiet = false, verbose = false;
};

// All options of `check`.
void add_check_line(CLI::App& check, RawCheck& raw, CheckArguments& arguments, std::uint64_t& memory_mb);

// Options that were given, by name, with their values, without files and --config.
std::map<std::string, std::vector<std::string>> given_options(const CLI::App& app);

// Those that `equiv` has, too.
void add_check_options(CLI::App& app, RawCheck& raw, CheckArguments& arguments);
void add_memory(CLI::App& app, std::uint64_t& megabytes);
// The first `count` of the formats: text, json, html, sarif, junit.
void add_format(CLI::App& app, std::size_t count, const std::string& help, RawCheck& raw);

// Throws OptionError for values that CLI11 does not judge.
void read_raw(const RawCheck& raw, CheckArguments& arguments);

}  // namespace warpproof::cli
