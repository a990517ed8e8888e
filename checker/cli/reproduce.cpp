#include "checker/cli/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "checker/cli/kernel_names.h"
#include "checker/cli/options.h"
#include "checker/cli/rerun_words.h"
#include "checker/counterexample/source_place.h"
#include "checker/reproducer/reproducer.h"
#include "src/base/source.h"

namespace warpproof::cli {
namespace {

using reproducer::Answer;

// Names within C++ that lead to the kernel in a file that includes its source.
std::string callable(const std::string& symbol) {
  std::string name = parse_kernel_name(symbol).qualified;
  const std::string hidden = "(anonymous namespace)::";
  for (std::size_t at; (at = name.find(hidden)) != std::string::npos;) name.erase(at, hidden.size());
  return "::" + name;
}

// As seen from the folder of the program, if an #include can name it.
std::optional<std::string> included(const std::string& file, const std::string& path) {
  std::error_code error;
  const auto folder = std::filesystem::absolute(path, error).parent_path();
  if (error) return std::nullopt;
  auto relative = std::filesystem::relative(file, folder, error);
  if (error || relative.empty()) return std::nullopt;
  const std::string out = relative.string();
  const bool is_plain =
      std::none_of(out.begin(), out.end(), [](unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; });
  return is_plain ? std::optional(out) : std::nullopt;
}

// The place of the run's finding that the report's is.
std::optional<std::uint32_t> place_of(const Selected& kernel, const Rerun& rerun,
                                      const report::Finding& wanted) {
  RunOptions options;
  options.max_steps = 2'000'000;
  const auto result = run_again(kernel, rerun, options);
  counterexample::SourceLines lines;
  const auto found = finding_in(kernel, result.run, wanted, lines);
  return found ? std::optional(result.run.findings[*found].place) : std::nullopt;
}

Answer answer_for(const Selected& kernel, const report::Finding& finding, const std::string& path) {
  const auto rerun = finding.rerun.empty() ? std::nullopt : rerun_of(kernel, finding.rerun);
  if (!rerun && finding.rule == spec::Rule::MaskFromActivemask)
    return {"", "two runs are compared, in which __activemask() finds other lanes; a GPU chooses one of them", {}};
  if (!rerun) return {"", "no single run shows the finding", {}};
  const auto place = place_of(kernel, *rerun, finding);
  if (!place) return {"", "the run was repeated and did not show the finding", {}};
  reproducer::Question question{kernel.input->program,
                                kernel.candidate->function,
                                rerun->launch,
                                rerun->inputs,
                                rerun->arguments.seed,
                                finding.rule,
                                *place,
                                {},
                                {},
                                "",
                                "",
                                "",
                                std::nullopt};
  question.names = kernel.candidate->parameter_names;
  question.types = kernel.candidate->parameter_types;
  question.title = fmt::format("kernel {}, {}: {} at {}:{}", kernel.candidate->name, finding.launch,
                               spec::rule_id(finding.rule), finding.place.file, finding.place.line);
  if (kernel.input->cuda_source) {
    const auto source = included(kernel.input->file, path);
    if (!source) return {"", "no #include can name the kernel's file", {}};
    question.source = *source;
    question.kernel = callable(kernel.candidate->symbol);
  } else {
    question.ptx = read_file(kernel.input->file);
    question.kernel = kernel.candidate->symbol;
  }
  return reproducer::write_reproducer(question);
}

}  // namespace

std::string emit_reproducer(const report::Report& report, const std::vector<Input>& inputs,
                            const std::string& path) {
  std::string why = "there is no violation";
  for (const report::Kernel& kernel : report.kernels) {
    const auto selected = kernel_of(kernel, inputs);
    for (const report::Finding& finding : kernel.findings) {
      if (finding.level != spec::Level::Error || !selected) continue;
      const Answer answer = answer_for(*selected, finding, path);
      if (answer.program.empty()) {
        why = fmt::format("kernel {}, {}: {}", kernel.name, spec::rule_id(finding.rule), answer.why_none);
        continue;
      }
      std::ofstream out(path, std::ios::binary | std::ios::trunc);
      out << answer.program;
      if (!out.flush()) throw InputError({path, 0, 0}, "cannot be written");
      return fmt::format("{}: kernel {}, {}; {}", path, kernel.name, spec::rule_id(finding.rule),
                         answer.filled.empty() ? "inputs of the counterexample"
                                               : fmt::format("filled with values that are not 0: {}",
                                                             fmt::join(answer.filled, ", ")));
    }
  }
  return "none was written; " + why;
}

}  // namespace warpproof::cli
