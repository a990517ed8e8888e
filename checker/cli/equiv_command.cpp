#include "checker/cli/equiv_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "checker/cli/input.h"
#include "checker/cli/parameters.h"
#include "checker/cli/progress.h"
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

// A value for a parameter that neither function has, or that does not fit, is bad input.
void check_parameters(const Input& a, const equivalence::Side& side_a, const Input& b,
                      const equivalence::Side& side_b,
                      const std::map<std::string, std::uint64_t>& parameters) {
  const Candidate left{side_a.function, "", side_a.name, side_a.parameter_names};
  const Candidate right{side_b.function, "", side_b.name, side_b.parameter_names};
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

int compare(const EquivArguments& arguments, const Console& console) {
  const SideName name_a = parse_side(arguments.a), name_b = parse_side(arguments.b);
  std::error_code ignored;
  for (const std::string& file : {name_a.file, name_b.file}) {
    if (!arguments.common.output.empty() &&
        std::filesystem::equivalent(file, arguments.common.output, ignored)) {
      throw InputError({arguments.common.output, 0, 0}, "is an input file; the report would overwrite it");
    }
  }
  ProgressLine progress(console.err, console.err_is_terminal);
  progress.show("reading " + name_a.file);
  const Input input_a = load_input(name_a.file, arguments.common.compile);
  std::optional<Input> other;
  if (name_b.file != name_a.file) {
    progress.show("reading " + name_b.file);
    other = load_input(name_b.file, arguments.common.compile);
  }
  const Input& input_b = other ? *other : input_a;
  const auto a = find_side(input_a, name_a.kernel, name_b.kernel);
  const auto b = find_side(input_b, name_b.kernel, a.name);
  if (name_b.kernel.empty() && &input_a == &input_b && input_b.candidates.size() > 1 &&
      a.function == b.function) {
    throw InputError({input_b.file, 0, 0},
                     "both sides name the same function; name one as " + input_b.file + ":NAME");
  }
  equivalence::EquivalenceOptions options;
  options.check = arguments.common.check;
  options.check.progress = [&](const std::string& text) { progress.show(text); };
  options.floats = arguments.real ? equivalence::FloatMeaning::Real : equivalence::FloatMeaning::Exact;
  options.lanes = arguments.lanes;
  options.map = arguments.map;
  check_parameters(input_a, a, input_b, b, options.check.parameters);
  if (options.lanes && a.program->functions[a.function].is_entry) {
    throw InputError(
        {},
        "--lanes is about returned values; a kernel returns none, its stores to global memory are compared");
  }
  progress.show("comparing " + a.name + " and " + b.name);
  const auto report = equivalence::check_equivalence(a, b, options);
  progress.clear();
  std::string compiler = input_a.compiler;
  if (input_b.compiler != compiler)
    compiler += (compiler.empty() || input_b.compiler.empty() ? "" : "; ") + input_b.compiler;
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
