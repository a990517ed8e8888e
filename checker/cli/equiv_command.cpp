#include "checker/cli/equiv_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>

#include "checker/cli/declarations.h"
#include "checker/cli/input.h"
#include "checker/cli/parameters.h"
#include "checker/cli/progress.h"
#include "checker/cli/reference.h"
#include "checker/cli/sides.h"
#include "checker/cli/version.h"
#include "checker/equivalence/report.h"
#include "checker/report/printable.h"
#include "checker/smt/solver.h"

namespace warpproof::cli {
namespace {

void complain(const InputError& error, const Console& console) {
  const std::string where = error.where().str();
  std::string text = (where.empty() ? "warpproof" : where) + ": error: " + error.message();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    console.err << report::printable(text.substr(at, end - at)) << '\n';
    at = end + 1;
  }
}

Candidate candidate_of(const equivalence::Side& side) {
  Candidate out{side.function, side.program->functions[side.function].name, side.name, side.parameter_names, side.parameter_types};
  out.names_are_of_text = side.names_are_of_text;
  return out;
}

// Which parameter of a source is called that, nobody but the compiler says.
void require_names(const equivalence::EquivalenceOptions& options, const equivalence::Side& a, const equivalence::Side& b) {
  const auto is_position = [](const std::string& name) { return name.find_first_not_of("0123456789") == std::string::npos; };
  for (const auto& [in_a, in_b] : options.map) {
    if ((a.names_are_of_text && !is_position(in_a)) || (b.names_are_of_text && !is_position(in_b)))
      throw InputError({}, fmt::format("--map {}={}: names of parameters are not known, as the host half of the source could not be read; give positions, from 0", in_a, in_b));
  }
}

// A value for a parameter that neither function has, or that does not fit, is bad input.
void check_parameters(const Input& a, const equivalence::Side& side_a, const Input& b,
                      const equivalence::Side& side_b,
                      const std::map<std::string, std::uint64_t>& parameters) {
  const Candidate left = candidate_of(side_a), right = candidate_of(side_b);
  const std::vector<Selected> both{{&a, &left}, {&b, &right}};
  require_known_parameters(both, parameters);
  for (const Selected& s : both) parameters_of(s, parameters);
}

bool write(const EquivArguments& arguments, const Console& console, const std::string& text) {
  std::ofstream file;
  const std::string& path = arguments.common.output;
  if (!path.empty()) file.open(path, std::ios::trunc | std::ios::binary);
  std::ostream& out = path.empty() ? console.out : file;
  out << text << std::flush;
  if (out.good()) return true;
  complain(InputError({path.empty() ? "standard output" : path, 0, 0}, "cannot be written"), console);
  return false;
}

// What is compared: two functions of files, or one and a specification.
struct Sides {
  Input input_a;
  std::optional<Input> input_b;
  std::unique_ptr<Specifications> specifications;
  std::uint32_t first_size = 0;  // of block, of the first specification
  equivalence::Side a, b;
  const Input& other() const {
    return specifications ? specifications->of(first_size).input : input_b ? *input_b : input_a;
  }
};

void refuse_to_overwrite(const std::string& file, const std::string& output) {
  std::error_code ignored;
  if (!output.empty() && std::filesystem::equivalent(file, output, ignored)) {
    throw InputError({output, 0, 0}, "is an input file; the report would overwrite it");
  }
}

// Something that is said of the kernels names their parameters, or depends on `__restrict__`.
bool rests_on_names(const EquivArguments& arguments) {
  const CheckArguments& common = arguments.common;
  return !common.assumptions.empty() || !common.check.parameters.empty() || !arguments.map.empty() || common.check.pointers_overlap;
}

void read_other(const EquivArguments& arguments, Sides& sides, const SideName& name_a, const SideName& name_b,
                ProgressLine& progress) {
  if (name_b.file != name_a.file) {
    progress.show("reading " + name_b.file);
    sides.input_b = load_input(name_b.file, arguments.common.compile);
    read_declarations(*sides.input_b, arguments.common.compile, rests_on_names(arguments));
  }
  const Input& other = sides.other();
  sides.b = find_side(other, name_b.kernel, sides.a.name);
  if (name_b.kernel.empty() && &other == &sides.input_a && other.candidates.size() > 1 &&
      sides.a.function == sides.b.function) {
    throw InputError({other.file, 0, 0},
                     "both sides name the same function; name one as " + other.file + ":NAME");
  }
}

void read_specification(const EquivArguments& arguments, Sides& sides, ProgressLine& progress) {
  progress.show("compiling " + arguments.spec);
  const auto& block = arguments.common.check.block;
  const bool any = block && block->any;
  const auto shape = any ? std::array<std::uint32_t, 3>{block->multiple, 1, 1}
                         : equivalence::block_shape(sides.a, block);
  if (shape[1] * shape[2] != 1 && sides.a.program->functions[sides.a.function].is_entry) {
    throw InputError({}, "--spec: a kernel's block must have one dimension");
  }
  CompileOptions compile = arguments.common.compile;
  compile.target_sm = std::max(arguments.common.check.target_sm.value_or(sides.a.program->target_sm), 70);
  sides.specifications =
      std::make_unique<Specifications>(sides.a, arguments.spec, arguments.spec_type, compile);
  sides.first_size = shape[0];
  sides.b = sides.specifications->of(shape[0]).side;
}

std::unique_ptr<Sides> read_sides(const EquivArguments& arguments, ProgressLine& progress) {
  auto sides = std::make_unique<Sides>();
  const SideName name_a = parse_side(arguments.a), name_b = parse_side(arguments.b);
  refuse_to_overwrite(name_a.file, arguments.common.output);
  refuse_to_overwrite(name_b.file, arguments.common.output);
  progress.show("reading " + name_a.file);
  sides->input_a = load_input(name_a.file, arguments.common.compile);
  read_declarations(sides->input_a, arguments.common.compile, rests_on_names(arguments));
  sides->a = find_side(sides->input_a, name_a.kernel, name_b.kernel);
  if (arguments.spec.empty()) {
    read_other(arguments, *sides, name_a, name_b, progress);
  } else {
    read_specification(arguments, *sides, progress);
  }
  return sides;
}

// How each finding is run again, but for those of a specification: nobody can look at the file that it was compiled from.
void complete_checks(const Sides& sides, const CompileOptions& options, std::vector<report::Kernel>& checks) {
  for (report::Kernel& kernel : checks) {
    const bool is_a = kernel.file == sides.a.file && kernel.name == sides.a.name;
    if (is_a || !sides.specifications) {
      complete_reruns(is_a ? sides.input_a.file : sides.other().file, kernel.name, options, kernel.findings);
    } else {
      for (report::Finding& finding : kernel.findings) finding.rerun.clear();
    }
  }
}

void forget_generated_places(equivalence::EquivalenceReport& report) {
  if (!report.difference) return;
  report.difference->parting_b.reset();
  for (auto& value : report.difference->values) value.stored_by_b.reset();
}

int compare(const EquivArguments& arguments, const Console& console) {
  ProgressLine progress(console.err, console.err_is_terminal);
  const std::unique_ptr<Sides> sides = read_sides(arguments, progress);
  const auto &a = sides->a, &b = sides->b;
  equivalence::EquivalenceOptions options;
  options.check = arguments.common.check;
  options.check.progress = [&](const std::string& text) { progress.show(text); };
  for (std::string& text : given_texts(options.check.parameters)) options.check.given.push_back(std::move(text));
  if (options.check.dynamic_shared) options.check.given.push_back(fmt::format("{} bytes of dynamic shared memory", *options.check.dynamic_shared));
  options.floats = arguments.real ? equivalence::FloatMeaning::Real : equivalence::FloatMeaning::Exact;
  options.lanes = arguments.lanes;
  options.map = arguments.map;
  require_names(options, a, b);
  check_parameters(sides->input_a, a, sides->other(), b, options.check.parameters);
  const Candidate candidate = candidate_of(a);
  options.check.assumptions =
      conditions_of({{&sides->input_a, &candidate}}, arguments.common.assumptions).front();
  if (options.lanes && a.program->functions[a.function].is_entry) {
    throw InputError(
        {},
        "--lanes is about returned values; a kernel returns none, its stores to global memory are compared");
  }
  progress.show("comparing " + a.name + " and " + b.name);
  const auto b_for = [&](std::uint32_t threads) -> const equivalence::Side& {
    return sides->specifications ? sides->specifications->of(threads).side : b;
  };
  auto report = equivalence::check_equivalence(a, b_for, options);
  if (sides->specifications) forget_generated_places(report);
  complete_checks(*sides, arguments.common.compile, report.checks);
  progress.clear();
  std::string compiler = sides->input_a.compiler;
  const std::string& second = sides->other().compiler;
  if (second != compiler) compiler += (compiler.empty() || second.empty() ? "" : "; ") + second;
  const std::string text = arguments.common.format == Format::Json
                               ? equivalence::to_json(report, {kVersion, z3_version(), compiler})
                               : equivalence::to_text(report);
  return write(arguments, console, text) ? equivalence::exit_code(report) : kExitBadInput;
}

}  // namespace

int run_equiv(const EquivArguments& arguments, const Console& console) {
  try {
    return compare(arguments, console);
  } catch (const InputError& error) {
    complain(error, console);
    return kExitBadInput;
  }
}

}  // namespace warpproof::cli
