#include "checker/cli/source_words.h"

#include "checker/cli/typed_inputs.h"
#include "checker/report/tell_once.h"
#include "src/base/source.h"

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
  return {source, kernel.candidate->parameter_names, kernel.candidate->parameter_types};
}

void put_in_source_words(const Selected& kernel, report::Finding& f, const ElementNames& elements) {
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
