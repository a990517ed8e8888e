// The `warpproof` command: reads the command line and hands over to one file for each subcommand.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

#include "checker/cli/check_command.h"
#include "checker/cli/check_line.h"
#include "checker/cli/command_line.h"
#include "checker/cli/equiv_command.h"
#include "checker/cli/input.h"
#include "checker/cli/jobs.h"
#include "checker/cli/memory_limit.h"
#include "checker/cli/project.h"
#include "checker/cli/run_command.h"
#include "checker/cli/saved_inputs.h"
#include "checker/cli/spec_command.h"
#include "checker/cli/version.h"
#include "checker/report/printable.h"
#include "checker/smt/solver.h"
#include "src/base/interruption.h"

namespace warpproof::cli {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 proved, 1 violation (equiv: different), 2 unknown, 3 bad input. \"warpproof COMMAND "
    "--help\" lists options.";

struct RawEquiv {
  std::string lanes, floats = "exact";
  std::vector<std::string> map;
};

void add_equiv_options(CLI::App& app, RawCheck& raw, EquivArguments& arguments, RawEquiv& own) {
  app.add_option("A", arguments.a, "PTX or CUDA C++ file, with :KERNEL where it holds several")
      ->required()
      ->type_name("");
  app.add_option("B", arguments.b, "The file, and kernel, to compare with")->type_name("");
  app.add_option("--spec", arguments.spec,
                 "Compares with a specification in place of B: sum, product, min, max, and, or, xor, any, "
                 "all, count, "
                 "inclusive_scan, exclusive_scan, inclusive_min, inclusive_max, broadcast, reverse, sort, or "
                 "FILE:FUNCTION, a C++ function T f(const T* in, int n) or T f(const T* in, int n, int i)")
      ->type_name("WHAT");
  app.add_option("--spec-type", arguments.spec_type,
                 "The specification's type of elements, where A's name has none")
      ->type_name("TYPE");
  app.add_option(
         "--block", raw.blocks,
         "Threads of a block: N, X,Y, X,Y,Z, any, or any:K for each multiple of K (.reqntid, else 32)")
      ->type_name("SHAPE")
      ->expected(1);
  app.add_option("--lanes", own.lanes,
                 "Device functions: whose returned values count, such as 0, 1-31 or all")
      ->type_name("LANES");
  app.add_option("--fp", own.floats, "Floating point: exact, or real for reassociation and contraction")
      ->check(CLI::IsMember({"exact", "real"}))
      ->type_name("MODE")
      ->capture_default_str();
  repeatable(app, "--map", own.map, "Parameter A goes with parameter B; others by position (repeatable)",
             "A=B");
}

void read_equiv(const RawEquiv& raw, EquivArguments& arguments) {
  if (arguments.b.empty() == arguments.spec.empty())
    throw OptionError("equiv takes A and B, or A and --spec WHAT");
  if (!arguments.spec_type.empty() && arguments.spec.empty())
    throw OptionError("--spec-type goes with --spec");
  if (!raw.lanes.empty()) arguments.lanes = parse_lanes(raw.lanes);
  arguments.real = raw.floats == "real";
  for (const std::string& text : raw.map) arguments.map.push_back(parse_map(text));
}

// `replay FILE`: each run as `run` makes it; the worst exit status of them, a violation before what is not known.
struct ReplayArguments {
  std::string file;
};

int replay_one(const std::vector<std::string>& words, const std::string& file, const Console& console) {
  CLI::App app("");
  RawRun raw;
  RunArguments arguments;
  add_run_options(app, raw, arguments);
  try {
    app.parse(with_long_names(words));
  } catch (const CLI::ParseError& error) {
    throw OptionError(file + ": " + error.what());
  }
  read_raw(raw, arguments);
  return run_run(arguments, console);
}

int replay(const ReplayArguments& arguments, const Console& console) {
  std::vector<int> statuses;
  try {
    for (const std::vector<std::string>& words : read_saved_runs(read_file(arguments.file), arguments.file))
      statuses.push_back(replay_one(words, arguments.file, console));
  } catch (const InputError& error) {
    console.err << report::printable(error.where().str() + ": error: " + error.message()) << '\n';
    return kExitBadInput;
  }
  for (const int worst : {kExitBadInput, 1, 2}) {
    if (std::find(statuses.begin(), statuses.end(), worst) != statuses.end()) return worst;
  }
  return 0;
}

// Without files a project's file says what is checked.
int check_asked_for(const CLI::App& app, const RawCheck& raw, CheckArguments& arguments, std::uint64_t memory_mb,
                    const Console& console) {
  CheckRequest request;
  try {
    std::string file = arguments.config;
    if (file.empty() && arguments.files.empty()) {
      file = find_project_file();
      if (file.empty())
        throw OptionError(fmt::format("no FILE, and no {} here or in a folder above", kProjectFile));
    }
    if (file.empty()) {
      read_raw(raw, arguments);
      request.units.push_back({arguments, 0, true, true, true, ""});
    } else {
      ReadProject project = read_project(file, given_options(app), arguments.files);
      request = std::move(project.request);
      memory_mb = project.memory_mb;
    }
  } catch (const InputError& error) {
    console.err << report::printable(error.where().str() + ": error: " + error.message()) << '\n';
    return kExitBadInput;
  }
  limit_memory(memory_mb);
  unsigned& jobs = request.units.front().arguments.jobs;
  if (jobs == 0) jobs = default_jobs(memory_mb);
  return run_check(request, console);
}

int run(int argc, char** argv) {
  const Console console{std::cout, std::cerr, ::isatty(STDOUT_FILENO) == 1, ::isatty(STDERR_FILENO) == 1};
  CLI::App app("Checks the warp-level communication of CUDA and PTX kernels for all inputs.", "warpproof");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("warpproof ") + kVersion + " (Z3 " + z3_version() + ")");
  app.require_subcommand(1);

  RawCheck raw;
  CheckArguments check_arguments;
  CLI::App& check = *app.add_subcommand("check", "Proves or refutes the rules for kernels");
  std::uint64_t memory_mb = default_memory_mb();
  add_check_line(check, raw, check_arguments, memory_mb);

  RawCheck raw_equiv_check;
  RawEquiv raw_equiv;
  EquivArguments equiv_arguments;
  CLI::App& equiv =
      *app.add_subcommand("equiv", "Proves that two kernels compute the same, or shows an input");
  add_equiv_options(equiv, raw_equiv_check, equiv_arguments, raw_equiv);
  add_format(equiv, 2, "text or json", raw_equiv_check);
  add_check_options(equiv, raw_equiv_check, equiv_arguments.common);
  add_memory(equiv, memory_mb);
  RawRun raw_run;
  RunArguments run_arguments;
  CLI::App& run_app =
      *app.add_subcommand("run", "Runs one launch of a kernel and reports what breaks a rule");
  add_run_options(run_app, raw_run, run_arguments);
  add_memory(run_app, memory_mb);

  ReplayArguments replay_arguments;
  CLI::App& replay_app = *app.add_subcommand("replay", "Runs what check --save-inputs wrote again");
  replay_app.add_option("FILE", replay_arguments.file, "A file that check --save-inputs wrote")->required()->type_name("");
  add_memory(replay_app, memory_mb);

  SpecArguments spec_arguments;
  std::string spec_target;
  std::vector<std::string> spec_policies;
  CLI::App& spec_app =
      *app.add_subcommand("spec", "Prints the specification's rules and policies, and proves theorems");
  spec_app.add_option("NAME", spec_arguments.name, "A rule or policy; with --prove part of theorems' names")
      ->type_name("");
  spec_app.add_flag("--prove", spec_arguments.prove, "Proves the theorems about the specification");
  spec_app.add_flag("--instructions", spec_arguments.instructions,
                    "Prints which instructions have a meaning, and how exact it is");
  spec_app.add_option("--target", spec_target, "Architecture whose levels are shown")->type_name("sm_NN");
  repeatable(spec_app, "--policy", spec_policies, "Sets a policy (repeatable)", "NAME=VALUE");

  try {
    app.parse(with_long_names({argv + 1, argv + argc}));
    if (!check.parsed()) limit_memory(memory_mb);
    if (check.parsed()) {
      return check_asked_for(check, raw, check_arguments, memory_mb, console);
    }
    if (equiv.parsed()) {
      read_raw(raw_equiv_check, equiv_arguments.common);
      read_equiv(raw_equiv, equiv_arguments);
      return run_equiv(equiv_arguments, console);
    }
    if (run_app.parsed()) {
      read_raw(raw_run, run_arguments);
      return run_run(run_arguments, console);
    }
    if (replay_app.parsed()) return replay(replay_arguments, console);
    if (!spec_target.empty()) spec_arguments.target = spec::Target{parse_target(spec_target)};
    spec_arguments.policies = read_policies(spec_policies);
    return run_spec(spec_arguments, console);
  } catch (const CLI::RequiredError& error) {
    // CLI11 names what is missing, but not the word that stands in its place.
    const std::vector<std::string> rest = app.remaining();
    const bool unknown_command = app.get_subcommands().empty() && !rest.empty();
    std::cerr << "warpproof: error: "
              << report::printable(unknown_command ? "no subcommand '" + rest.front() + "'" : error.what())
              << "\nRun \"warpproof --help\" or \"warpproof COMMAND --help\".\n";
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "warpproof: error: " << report::printable(error.what())
              << "\nRun \"warpproof --help\" or \"warpproof COMMAND --help\".\n";
  } catch (const OptionError& error) {
    std::cerr << "warpproof: error: " << report::printable(error.what()) << '\n';
  }
  return kExitBadInput;
}

}  // namespace
}  // namespace warpproof::cli

int main(int argc, char** argv) {
  // Whatever goes wrong that nobody foresaw is no proof: exit status 2.
  std::set_terminate([] {
    constexpr char kMessage[] = "warpproof: internal error: terminated; nothing was proved\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
    ::_exit(2);
  });
  // Files that may not grow are errors of those who write them, as a full disk is; compilers take this over.
  std::signal(SIGXFSZ, SIG_IGN);
  warpproof::interruption::watch();
  const warpproof::interruption::LastWords words([](const std::string& signal) {
    std::cerr << "warpproof: interrupted by " << signal << '\n' << std::flush;
  });
  try {
    return warpproof::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "warpproof: out of memory (--memory MB allows more); nothing was proved\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "warpproof: internal error: " << warpproof::report::printable(error.what()) << '\n';
    return 2;
  }
}
