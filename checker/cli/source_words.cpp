#include "checker/cli/source_words.h"

#include <string_view>

#include "checker/cli/kernel_names.h"
#include "checker/cli/typed_inputs.h"
#include "checker/report/tell_once.h"
#include "src/base/source.h"
#include "src/base/text.h"

namespace warpproof::cli {

ElementNames element_names_of(const Selected& kernel) {
  std::string source;
  if (kernel.input->cuda_source) {
    try {
      source = read_file(kernel.input->file);
    } catch (const InputError&) {
      // It was there when it was compiled. Without it bytes stay bytes.
    }
  }
  return {source, kernel.candidate->parameter_names, kernel.candidate->parameter_types,
          parse_kernel_name(kernel.candidate->symbol).qualified};
}

namespace {

// PTX has several names for a barrier, which all are read as one: `barrier.sync.aligned` becomes the `bar.sync` that the line
// has.
void name_as_the_line(std::string& text, const std::string& line) {
  static constexpr std::string_view kShort = "bar.", kLong = "barrier.", kAligned = ".aligned";
  std::size_t at = line.find(kShort);
  while (at != std::string::npos && at > 0 && (is_word_character(line[at - 1]) || line[at - 1] == '.')) at = line.find(kShort, at + 1);
  if (at == std::string::npos) return;
  const auto end_of = [](const std::string& in, std::size_t from) {
    while (from < in.size() && (is_word_character(in[from]) || in[from] == '.')) ++from;
    return from;
  };
  const std::string own = line.substr(at, end_of(line, at) - at);
  for (at = text.find(kLong); at != std::string::npos; at = text.find(kLong, at + 1)) {
    const std::size_t end = end_of(text, at);
    if (std::string_view(text).substr(at, end - at).find(kAligned) == std::string_view::npos) continue;
    text.replace(at, end - at, own);
  }
}

}  // namespace

void put_in_source_words(const Selected& kernel, report::Finding& f, const ElementNames& elements) {
  if (!kernel.input->cuda_source) {
    name_as_the_line(f.message, f.place.text);
    for (report::Related& r : f.related) name_as_the_line(r.message, r.place.text);
    for (report::TraceStep& step : f.trace) name_as_the_line(step.what, step.place.text);
  }
  f.message = elements.in_source_words(f.message);
  for (report::Related& r : f.related) r.message = elements.in_source_words(r.message);
  for (report::TraceStep& step : f.trace) step.what = elements.in_source_words(step.what);
  if (!f.rerun.empty())
    f.inputs = typed_inputs(f.rerun, {kernel.candidate->parameter_names, kernel.candidate->parameter_types}, elements);
}

void tell_findings(const Selected& kernel, const Baseline& baseline, const std::vector<AllowedByProject>& project,
                   std::size_t most, report::Kernel& result) {
  if (result.findings.empty()) return;
  const ElementNames elements = element_names_of(kernel);
  for (report::Finding& f : result.findings) put_in_source_words(kernel, f, elements);
  suppress(result, baseline, project);
  report::tell_once(result.findings);
  report::limit_findings(result, most);
}

}  // namespace warpproof::cli
