#include "tests/case_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "checker/cli/input.h"
#include "checker/cli/parameters.h"
#include "checker/counterexample/kept_assumptions.h"
#include "tests/sample_size.h"

namespace warpproof::tests {
namespace {

using report::Kernel;
using report::Verdict;

std::string one_blank_apart(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

// The finding stands at the text: its own line, a call site of it, or, where two accesses conflict, the other
// one.
bool stands_at(const report::Finding& finding, const std::string& at) {
  const std::string wanted = one_blank_apart(at);
  const auto holds = [&](const report::SourcePlace& place) {
    return one_blank_apart(place.text).find(wanted) != std::string::npos;
  };
  if (holds(finding.place) || std::any_of(finding.inlined_at.begin(), finding.inlined_at.end(), holds))
    return true;
  return std::any_of(finding.related.begin(), finding.related.end(),
                     [&](const report::Related& related) { return holds(related.place); });
}

bool is_expected(const CaseHeader& header, const report::Finding& finding) {
  const bool counts = finding.level == spec::Level::Error || finding.level == spec::Level::Warning;
  return counts && (!header.rule || finding.rule == *header.rule) &&
         (header.at.empty() || stands_at(finding, header.at));
}

// Headers do not say that sizes are those of one dimension.
std::string without_dimension(std::string holds_for) {
  if (holds_for.ends_with(kOneDimension)) holds_for.resize(holds_for.size() - std::string_view(kOneDimension).size());
  return holds_for;
}

std::string verdict_text(const Kernel& kernel) {
  switch (kernel.verdict) {
    case Verdict::Proved:
      return "proved";
    case Verdict::Violation:
      return "violation";
    case Verdict::Unknown:
      break;
  }
  return "unknown";
}

std::vector<Kernel> check_all(const LoadedCase& loaded, const CaseChange& change) {
  const CaseHeader& header = loaded.header;
  const cli::Input& input = loaded.input;
  const Program& program = change.program != nullptr ? *change.program : input.program;
  std::vector<cli::Selected> selected;
  for (const cli::Candidate& candidate : input.candidates) selected.push_back({&input, &candidate});
  cli::require_known_parameters(selected, header.parameters);
  auto conditions = cli::conditions_of(selected, header.assumptions);
  const auto bounds = cli::bounds_of(selected, header.sizes, header.pointers_overlap);

  std::vector<Kernel> kernels;
  for (const cli::Selected& kernel : selected) {
    CheckOptions options;
    options.block = header.block;
    options.grid = header.grid;
    options.dynamic_shared = header.dynamic_shared;
    options.warp_size = header.warp_size;
    options.unroll = header.unroll;
    options.runs = header.random_runs ? change.runs : CheckOptions::Runs::None;
    options.pointers_overlap = header.pointers_overlap;
    options.target_sm = header.target_sm;
    options.policies = header.policies;
    if (change.budget_seconds > 0) options.budget_seconds = change.budget_seconds;
    options.effort = change.effort > 0 ? change.effort : header.effort;
    options.cuda_source = input.cuda_source;
    options.parameters = cli::parameters_of(kernel, header.parameters);
    options.parameter_names = kernel.candidate->parameter_names;
    options.assumptions = std::move(conditions[kernels.size()]);
    cli::judge_bounds(bounds[kernels.size()], header.bounds, options);
    kernels.push_back(check_kernel(program, kernel.candidate->function, options));
    kernels.back().name = kernel.candidate->name;
    kernels.back().file = input.file;
  }
  return kernels;
}

bool is_missing_compiler(const InputError& error) {
  return error.message().find("needs nvcc, which is not installed") != std::string::npos;
}

}  // namespace

std::string compare_with_expectation(const CaseHeader& header, const std::vector<Kernel>& kernels) {
  if (kernels.empty()) return "there is no kernel";
  if (header.safe || header.functional) {
    for (const Kernel& kernel : kernels) {
      if (kernel.verdict != Verdict::Proved)
        return kernel.name + ": expected proved, got " + verdict_text(kernel);
    }
    return "";
  }
  if (header.unproved) {
    for (const Kernel& kernel : kernels) {
      if (kernel.verdict == Verdict::Proved) return kernel.name + ": proved, which is wrong";
    }
    return "";
  }
  std::string got;
  for (const Kernel& kernel : kernels) {
    got += (got.empty() ? "" : ", ") + kernel.name + " " + verdict_text(kernel);
    if (kernel.verdict != Verdict::Violation) continue;
    const bool found = std::any_of(kernel.findings.begin(), kernel.findings.end(),
                                   [&](const report::Finding& f) { return is_expected(header, f); });
    if (found && header.proved && without_dimension(kernel.holds_for) != *header.proved)
      return fmt::format("expected to be proved for '{}', got '{}'", *header.proved, kernel.holds_for);
    if (found) return "";
    got += " (but not this one)";
  }
  return fmt::format("expected a violation{}{}, got {}",
                     header.rule ? " of " + std::string(spec::rule_id(*header.rule)) : "",
                     header.at.empty() ? "" : " at `" + header.at + "`", got);
}

// What verdicts list, counterexamples are held against, or it is said why not.
std::string unknown_assumption(const std::vector<Kernel>& kernels) {
  for (const Kernel& kernel : kernels) {
    for (const std::string& text : kernel.assumptions) {
      if (counterexample::kind_of_assumption(text) == nullptr)
        return "the assumption \"" + text + "\" has no row in kept_assumptions.cpp";
    }
  }
  return "";
}

LoadedCase load_case(const std::string& file) {
  LoadedCase out;
  out.header = parse_case_header(cli::read_file(file), file);
  CompileOptions compile;
  if (out.header.target_sm) compile.target_sm = *out.header.target_sm;
  out.input = cli::load_input(file, compile);
  return out;
}

std::vector<Kernel> check_case(const LoadedCase& loaded, const CaseChange& change) {
  return check_all(loaded, change);
}

CaseResult run_case(const std::string& file) {
  CaseResult result;
  std::string pending;
  try {
    pending = parse_case_header(cli::read_file(file), file).pending;
    const LoadedCase loaded = load_case(file);
    const CaseHeader& header = loaded.header;
    report::Report report;
    report.kernels = check_case(loaded);
    result.report = report::to_text(report, {});
    result.difference = compare_with_expectation(header, report.kernels);
    if (result.difference.empty()) result.difference = unknown_assumption(report.kernels);
  } catch (const InputError& error) {
    result.skipped = is_missing_compiler(error);
    result.difference = result.skipped ? "" : error.what();
  } catch (const std::exception& error) {
    result.difference = std::string("internal error: ") + error.what();
  }
  if (result.skipped || pending.empty()) return result;
  if (result.difference.empty()) {
    result.difference = "gives what it expects now; take the pending line out (" + pending + ")";
  } else {
    result.report = "pending, " + pending + ": " + result.difference + "\n" + result.report;
    result.difference.clear();
  }
  return result;
}

std::vector<std::string> find_cases(const std::vector<std::string>& folders) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& folder : folders) {
    const std::size_t before = files.size();
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::follow_directory_symlink, error),
         end;
         !error && at != end; at.increment(error)) {
      const std::string extension = at->path().extension().string();
      if (extension == ".cu" || extension == ".ptx") files.push_back(at->path().generic_string());
    }
    if (error || files.size() == before) throw std::runtime_error("no test cases in " + folder);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace warpproof::tests
