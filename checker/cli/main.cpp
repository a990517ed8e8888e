// The `warpproof` command: reads the command line and hands over to one file for each subcommand.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

#include "checker/cli/check_command.h"
#include "checker/cli/command_line.h"
#include "checker/cli/equiv_command.h"
#include "checker/cli/input.h"
#include "checker/cli/jobs.h"
#include "checker/cli/memory_limit.h"
#include "checker/cli/run_command.h"
#include "checker/cli/saved_inputs.h"
#include "checker/cli/spec_command.h"
#include "checker/cli/version.h"
#include "checker/report/printable.h"
#include "checker/smt/certificates.h"
#include "checker/smt/solver.h"
#include "src/base/interruption.h"

namespace warpproof::cli {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 proved, 1 violation (equiv: different), 2 unknown, 3 bad input. \"warpproof COMMAND "
    "--help\" lists options.";

// Text of options whose values are more than a word or a number; read once parsing is done.
struct RawCheck {
  std::optional<std::string> grid, target;
  std::vector<std::string> blocks;
  std::string alias = "none", format = "text", compiler = "auto";
  std::vector<std::string> policies, parameters;
  std::string colour = "auto";
  bool quiet = false, verbose = false;
};

struct RawEquiv {
  std::string lanes, floats = "exact";
  std::vector<std::string> map;
};

void add_check_files(CLI::App& app, RawCheck& raw, CheckArguments& arguments) {
  app.add_option("FILE", arguments.files, "PTX or CUDA C++ files")->required()->type_name("");
  repeatable(app, "--kernel", arguments.kernels, "Only this kernel, by its short or full name (repeatable)",
             "NAME");
  app.add_flag("--all", arguments.all, "Kernels of the toolkit's and of libraries' headers too");
  repeatable(app, "--block", raw.blocks,
             "Threads of a block: N, X,Y, X,Y,Z, any, any:K for multiples of K, or these for each axis: any:32,any; "
             "those of the source's launches if left out (repeatable: a verdict for each)",
             "SHAPE");
  repeatable(app, "--host", arguments.host_files,
             "A file whose host code launches the kernels too (repeatable)", "FILE");
  app.add_option("--alias", raw.alias,
                 "Pointers among the parameters: none overlap, or all may that are not declared __restrict__")
      ->check(CLI::IsMember({"none", "may"}))
      ->type_name("WHICH")
      ->capture_default_str();
}

// How the report of `check` looks.
void add_report_options(CLI::App& app, RawCheck& raw, CheckArguments& arguments) {
  CLI::Option* const quiet = app.add_flag("-q,--quiet", raw.quiet, "Verdicts, and of findings what, where and the remedy");
  app.add_flag("-v,--verbose", raw.verbose, "Cuts neither traces nor inputs")->excludes(quiet);
  app.add_option("--color", raw.colour, "Colour: always, never, or auto: on a terminal, unless NO_COLOR is set")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->capture_default_str();
  app.add_option("--max-findings", arguments.max_findings, "Findings of a kernel that are told; the rest is counted by rule")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30))
      ->capture_default_str();
  app.add_option("--baseline", arguments.baseline, "Findings that are known, as --write-baseline wrote them: they are suppressed")
      ->type_name("FILE");
  app.add_option("--write-baseline", arguments.write_baseline, "Writes all errors and warnings to a file, for --baseline")
      ->type_name("FILE");
  app.add_flag("--fix", arguments.fix,
               "Looks for a small edit with which a broken kernel is proved, and prints it as a diff");
  app.add_option("--save-inputs", arguments.save_inputs, "Writes the inputs of all findings to a file, for replay")
      ->type_name("FILE");
  app.add_option("--total-timeout", arguments.total_timeout_seconds,
                 "Seconds of real time for all kernels, 0 for any; those that are not checked to their end by then are "
                 "unknown")
      ->type_name("SECONDS")
      ->check(CLI::Number & !CLI::IsMember({"nan", "-nan", "NaN", "NAN"}) & CLI::Range(0.0, 1e6))
      ->capture_default_str();
}

void add_bounds(CLI::App& app, CheckArguments& arguments) {
  app.add_flag("--bounds", arguments.bounds,
               "Accesses outside of shared memory, a function's private memory and variables of the module "
               "are errors");
  repeatable(app, "--size", arguments.sizes,
             "Bytes of the buffer behind a pointer: in=\"4 * n\", over scalar parameters, blockDim.x and "
             "gridDim.x; accesses outside of it are errors, as with --bounds (repeatable)",
             "NAME=BYTES");
}

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

void add_memory(CLI::App& app, std::uint64_t& megabytes) {
  app.add_option("--memory", megabytes, "Memory to take at most, in MB; three quarters of the machine's if left out")
      ->type_name("MB")
      ->check(CLI::Range(std::uint64_t{64}, std::uint64_t{1} << 30));
}

void add_check_options(CLI::App& app, RawCheck& raw, CheckArguments& arguments) {
  app.add_option("--grid", raw.grid, "Blocks of the grid: N, X,Y, X,Y,Z or any")->type_name("SHAPE");
  app.add_option("--dynamic-shared", arguments.check.dynamic_shared, "Dynamic shared memory; as large as accesses need if left out")
      ->type_name("BYTES")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 20));
  app.add_option("--target", raw.target, "Architecture: the module's, or sm_80 for CUDA C++")
      ->type_name("sm_NN");
  repeatable(app, "--policy", raw.policies, "Sets a policy; \"warpproof spec\" lists them (repeatable)",
             "NAME=VALUE");
  repeatable(app, "--param", raw.parameters,
             "Fixes a scalar parameter, by name or position from 0 (repeatable)", "NAME=VALUE");
  repeatable(
      app, "--assume", arguments.assumptions,
      "What holds of every launch, as C writes it: \"n <= 1024 && n % 4 == 0\" over scalar parameters, "
      "blockDim.x and gridDim.x (repeatable)",
      "CONDITION");
  app.add_option("--unroll", arguments.check.unroll, "Iterations of a loop whose end is not known")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--effort", arguments.check.effort,
                 "How hard to try: 10 does ten times as much before it gives up on a kernel")
      ->type_name("N")
      ->check(CLI::Number & !CLI::IsMember({"nan", "-nan", "NaN", "NAN"}) & CLI::Range(0.001, 1e6))
      ->capture_default_str();
  app.add_option(
         "--timeout", arguments.check.timeout_seconds,
         "Seconds of real time for each kernel, 0 for any: a safety net; what is undecided then may be "
         "decided on another machine")
      ->type_name("SECONDS")
      ->check(CLI::Number & !CLI::IsMember({"nan", "-nan", "NaN", "NAN"}) & CLI::Range(0.0, 1e6))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--certify",
         [](const std::string& directory) {
           try {
             certify_to(directory);
           } catch (const std::runtime_error& error) {
             throw CLI::ValidationError("--certify", error.what());
           }
         },
         "Writes each question that Z3 answered as SMT-LIB 2 into the directory, with the answer as its status")
      ->type_name("DIR");
  app.add_option("--compiler", raw.compiler, "clang, nvcc, or auto: nvcc where toolkit headers need it")
      ->check(CLI::IsMember({"auto", "clang", "nvcc"}))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("-o", arguments.output, "Where the report goes instead of standard output")
      ->type_name("PATH");
  add_compile_options(app, arguments.compile);
}

constexpr std::array<std::pair<std::string_view, Format>, 5> kFormats = {{{"text", Format::Text},
                                                                          {"json", Format::Json},
                                                                          {"html", Format::Html},
                                                                          {"sarif", Format::Sarif},
                                                                          {"junit", Format::Junit}}};

// The first `count` of the formats.
void add_format(CLI::App& app, std::size_t count, const std::string& help, RawCheck& raw) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(kFormats[i].first);
  app.add_option("--format", raw.format, help)
      ->check(CLI::IsMember(names))
      ->type_name("NAME")
      ->capture_default_str();
}

// `replay FILE`: each run as `run` makes it; the worst exit status of them, a violation before what is not known.
struct ReplayArguments {
  std::string file;
};

void read_raw(const RawCheck& raw, CheckArguments& arguments) {
  for (const std::string& block : raw.blocks) {
    const bool again = std::any_of(arguments.blocks.begin(), arguments.blocks.end(),
                                   [&](const BlockRequest& other) { return other.text == block; });
    if (!again) arguments.blocks.push_back(parse_block(block));
  }
  if (!arguments.blocks.empty()) arguments.check.block = arguments.blocks.front();
  if (raw.grid) arguments.check.grid = parse_grid(*raw.grid);
  arguments.use_launches = raw.blocks.empty() && !raw.grid;
  arguments.check.pointers_overlap = raw.alias == "may";
  if (raw.target) {
    arguments.check.target_sm = parse_target(*raw.target);
    arguments.compile.target_sm = *arguments.check.target_sm;
    arguments.compile.target_is_given = true;
  }
  arguments.check.policies = read_policies(raw.policies);
  for (const std::string& setting : raw.parameters) {
    const auto [name, value] = parse_parameter(setting);
    if (!arguments.check.parameters.emplace(name, value).second) {
      throw OptionError("--param " + name + " is given twice");
    }
  }
  arguments.compile.compiler = compiler_of(raw.compiler);
  require_compile_options(arguments.compile);
  for (const auto& [name, format] : kFormats) {
    if (raw.format == name) arguments.format = format;
  }
  arguments.colour = raw.colour == "always" ? Colour::Always : raw.colour == "never" ? Colour::Never : Colour::Auto;
  using Detail = report::TextOptions::Detail;
  arguments.detail = raw.quiet ? Detail::Quiet : raw.verbose ? Detail::Verbose : Detail::Usual;
}

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

int run(int argc, char** argv) {
  const Console console{std::cout, std::cerr, ::isatty(STDOUT_FILENO) == 1, ::isatty(STDERR_FILENO) == 1};
  CLI::App app("Checks the warp-level communication of CUDA and PTX kernels for all inputs.", "warpproof");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("warpproof ") + kVersion + " (Z3 " + z3_version() + ")");
  app.require_subcommand(1);

  RawCheck raw;
  CheckArguments check_arguments;
  CLI::App& check = *app.add_subcommand("check", "Proves or refutes the rules for kernels");
  add_check_files(check, raw, check_arguments);
  add_bounds(check, check_arguments);
  add_report_options(check, raw, check_arguments);
  check
      .add_option("-j,--jobs", check_arguments.jobs,
                  "Kernels, or launches of them, to check at a time; one for each processor and 4 GB of memory if left "
                  "out; the report is the same, in the same order")
      ->type_name("N")
      ->check(CLI::Range(1u, 256u));
  check.add_flag("--explain", check_arguments.check.explain,
                 "Tells what the proofs took to hold of loops, whatever the number of their iterations");
  check.add_option("--emit-reproducer", check_arguments.reproducer,
                   "Writes the first violation as a CUDA program: its inputs and launch, for a GPU")
      ->type_name("PATH");
  add_format(check, kFormats.size(),
             "text, json, html (a page that steps through each finding's run), sarif (2.1.0) or junit", raw);
  add_check_options(check, raw, check_arguments);
  std::uint64_t memory_mb = default_memory_mb();
  add_memory(check, memory_mb);

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
    limit_memory(memory_mb);
    if (check.parsed()) {
      read_raw(raw, check_arguments);
      if (check_arguments.jobs == 0) check_arguments.jobs = default_jobs(memory_mb);
      return run_check(check_arguments, console);
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
