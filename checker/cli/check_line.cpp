#include "checker/cli/check_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "checker/cli/command_line.h"
#include "checker/smt/certificates.h"
#include "src/base/random_seed.h"

namespace warpproof::cli {
namespace {

// NaN is in no range.
CLI::Validator number_from(double least, double most) {
  const auto why_not = [=](const std::string& text) {
    double value = 0;
    const bool is_one = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
    return is_one ? std::string() : fmt::format("takes a number from {} to {:.0f}, not '{}'", least, most, text);
  };
  return CLI::Validator(why_not, fmt::format("from {} to {:.0f}", least, most));
}

void add_check_files(CLI::App& app, RawCheck& raw, CheckArguments& arguments) {
  app.add_option("FILE", arguments.files, "PTX or CUDA C++ files; those of warpproof.toml, here or above, if left out")->type_name("");
  app.add_option("--config", arguments.config, "The project's file to read, instead of a warpproof.toml; options override it")
      ->type_name("FILE");
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
                 "Pointers among the parameters: none: no two overlap; may: all may that are not declared __restrict__")
      ->check(CLI::IsMember({"none", "may"}))
      ->type_name("WHICH")
      ->capture_default_str();
}

// How the report of `check` looks.
void add_report_options(CLI::App& app, RawCheck& raw, CheckArguments& arguments) {
  CLI::Option* const quiet = app.add_flag("-q,--quiet", raw.quiet, "Prints verdicts, and of each finding its cause, place and remedy");
  app.add_flag("-v,--verbose", raw.verbose, "Prints traces, inputs and lists in full")->excludes(quiet);
  app.add_option("--color", raw.colour, "Colour: always, never, or auto: on a terminal, unless NO_COLOR is set")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->capture_default_str();
  app.add_option("--max-findings", arguments.max_findings, "Most findings of a kernel to print; the others are counted by rule")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30))
      ->capture_default_str();
  app.add_option("--baseline", arguments.baseline, "Suppresses the findings of a file that --write-baseline wrote")
      ->type_name("FILE");
  app.add_option("--write-baseline", arguments.write_baseline, "Writes all errors and warnings to a file, for --baseline")
      ->type_name("FILE");
  app.add_flag("--fix", arguments.apply_fix,
               "Looks for a small edit with which a broken kernel is proved, prints it as a diff and applies it to the file");
  app.add_flag("--fix-dry-run", arguments.fix, "Looks for such an edit and prints it; the file stays as it is");
  app.add_option("--save-inputs", arguments.save_inputs, "Writes the inputs of all findings to a file, for replay")
      ->type_name("FILE");
  app.add_option("--total-timeout", arguments.total_timeout_seconds,
                 "Seconds of real time for all kernels, 0: no limit; kernels that are not checked to their end by then are "
                 "unknown")
      ->type_name("SECONDS")
      ->check(number_from(0, 1e6))
      ->capture_default_str();
}

void add_bounds(CLI::App& app, CheckArguments& arguments) {
  app.add_flag("--bounds", arguments.bounds,
               "Accesses outside of shared memory, a function's private memory and variables of the module "
               "are errors");
  repeatable(app, "--size", arguments.sizes,
             "Bytes of the buffer that a pointer points to: in=\"4 * n\", over scalar parameters, blockDim.x and "
             "gridDim.x; accesses outside of it are errors, as with --bounds (repeatable)",
             "NAME=BYTES");
}

}  // namespace

void add_memory(CLI::App& app, std::uint64_t& megabytes) {
  app.add_option("--memory", megabytes, "Most memory to use, in MB; three quarters of the machine's if left out")
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
      "A condition that every launch satisfies, as C writes it: \"n <= 1024 && n % 4 == 0\" over scalar parameters, "
      "blockDim.x and gridDim.x (repeatable)",
      "CONDITION");
  app.add_option("--unroll", arguments.check.unroll, "Iterations that are followed of a loop whose end is not known")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--effort", arguments.check.effort,
                 "How hard to try: 10 does ten times as much before it gives up on a kernel")
      ->type_name("N")
      ->check(number_from(0.001, 1e6))
      ->capture_default_str();
  app.add_option_function<std::uint64_t>(
         "--seed", [](const std::uint64_t& seed) { random_seed::set_base(seed); },
         "Changes all random choices; without it they are those of seed 0")
      ->type_name("N");
  app.add_option(
         "--timeout", arguments.check.timeout_seconds,
         "Seconds of real time for each kernel, 0: no limit. A safety net: what it leaves unknown may be "
         "decided on another machine")
      ->type_name("SECONDS")
      ->check(number_from(0, 1e6))
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

namespace {

constexpr std::array<std::pair<std::string_view, Format>, 5> kFormats = {{{"text", Format::Text},
                                                                          {"json", Format::Json},
                                                                          {"html", Format::Html},
                                                                          {"sarif", Format::Sarif},
                                                                          {"junit", Format::Junit}}};

}  // namespace

void add_format(CLI::App& app, std::size_t count, const std::string& help, RawCheck& raw) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(kFormats[i].first);
  app.add_option("--format", raw.format, help)
      ->check(CLI::IsMember(names))
      ->type_name("NAME")
      ->capture_default_str();
}

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
  for (const std::string& setting : raw.policies) arguments.check.given.push_back("policy " + setting);
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

void add_check_line(CLI::App& check, RawCheck& raw, CheckArguments& check_arguments, std::uint64_t& memory_mb) {
  add_check_files(check, raw, check_arguments);
  add_bounds(check, check_arguments);
  add_report_options(check, raw, check_arguments);
  check
      .add_option("-j,--jobs", check_arguments.jobs,
                  "Kernels, or launches of them, to check at a time; one for each processor and 4 GB of memory if left "
                  "out; the report is the same, in the same order")
      ->type_name("N")
      ->check(CLI::Range(1u, 256u));
  check.add_option("--cache", check_arguments.cache, "A folder in which verdicts are kept, so that what has not changed is not checked again")
      ->type_name("DIR");
  check.add_flag("--no-cache", check_arguments.no_cache, "Takes no verdict from a cache and puts none there");
  check.add_flag("--explain", check_arguments.check.explain,
                 "Shows the loop invariants that proofs inferred");
  check.add_option("--emit-reproducer", check_arguments.reproducer,
                   "Writes the first violation as a CUDA program: its inputs and launch, for a GPU")
      ->type_name("PATH");
  add_format(check, kFormats.size(),
             "text, json, html (a page that steps through each finding's run), sarif (2.1.0) or junit", raw);
  add_check_options(check, raw, check_arguments);
  add_memory(check, memory_mb);
}

std::map<std::string, std::vector<std::string>> given_options(const CLI::App& app) {
  std::map<std::string, std::vector<std::string>> out;
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->count() > 0 && name.starts_with("-") && name != "--config" && name != "--help") out[name] = option->results();
  }
  return out;
}

}  // namespace warpproof::cli
