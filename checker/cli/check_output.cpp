#include "checker/cli/check_output.h"

#include "checker/cli/output_file.h"
#include "checker/cli/page.h"
#include "checker/cli/saved_inputs.h"
#include "checker/cli/suppressions.h"
#include "checker/report/junit.h"
#include "checker/report/sarif.h"

namespace warpproof::cli {

std::optional<InputError> CheckOutput::problem_before() const {
  std::vector<std::string> inputs = arguments_.files;
  inputs.push_back(arguments_.baseline);
  for (const std::string& file : {arguments_.output, arguments_.save_inputs, arguments_.write_baseline}) {
    const bool is_update = file == arguments_.write_baseline;  // of a baseline that is read before
    const std::string why = why_not_written(file, is_update ? arguments_.files : inputs);
    if (!why.empty()) return InputError({file, 0, 0}, why);
  }
  return std::nullopt;
}

void CheckOutput::open() {
  const bool to_file = !arguments_.output.empty();
  report::TextOptions text;
  text.colour = is_coloured(arguments_.colour, !to_file && console_.out_is_terminal);
  text.detail = arguments_.detail;
  if (to_file) file_.open(arguments_.output, std::ios::trunc | std::ios::binary);
  progress_.clear();
  stream_.emplace(out(), arguments_.format, text, [this](const report::Report& report) { return whole(report); });
  stream_->open();
}

std::string CheckOutput::whole(const report::Report& report) const {
  if (arguments_.format == Format::Sarif) return report::to_sarif(report);
  if (arguments_.format == Format::Junit) return report::to_junit(report);
  return report::to_html(report, page_runs(report, inputs_));
}

void CheckOutput::add(const report::Kernel& kernel) {
  progress_.clear();
  stream_->add(kernel);
}

void CheckOutput::close(const report::Report& report) {
  progress_.clear();
  stream_->close(report);
  save(arguments_.save_inputs, saved_inputs(report));
  save(arguments_.write_baseline, baseline_text(report));
}

void CheckOutput::save(const std::string& file, const std::string& text) {
  if (!file.empty() && !write_file(file, text)) unsaved_ = file;
}

std::vector<InputError> CheckOutput::problems_after() {
  std::vector<InputError> problems;
  if (!unsaved_.empty()) problems.push_back(InputError({unsaved_, 0, 0}, "cannot be written"));
  if (!out().good()) {
    const std::string name = arguments_.output.empty() ? "standard output" : arguments_.output;
    problems.push_back(InputError({name, 0, 0}, "cannot be written"));
  }
  return problems;
}

}  // namespace warpproof::cli
