#include "checker/cli/source_words.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/cli/kernel_names.h"
#include "checker/cli/typed_inputs.h"
#include "checker/report/tell_once.h"
#include "src/base/source.h"
#include "src/base/symbol_name.h"
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
  ElementNames out(source, kernel.candidate->parameter_names, kernel.candidate->parameter_types,
                   parse_kernel_name(kernel.candidate->symbol).qualified);
  std::multimap<std::string, std::uint64_t> sizes;
  for (const Variable& v : kernel.input->program.variables) {
    if (v.space != Space::Param && v.size > 0) sizes.emplace(source_name(v.name), v.size);
  }
  out.require_sizes(sizes);
  return out;
}

namespace {

std::size_t end_of_opcode(std::string_view in, std::size_t from) {
  while (from < in.size() && (is_word_character(in[from]) || in[from] == '.')) ++from;
  return from;
}

// The barrier of a block in a line of PTX as the line has it, "bar.sync" or "bar.cta.sync"; empty where there is none.
std::string_view barrier_in(std::string_view line) {
  static constexpr std::string_view kShort = "bar.";
  for (std::size_t at = line.find(kShort); at != std::string_view::npos; at = line.find(kShort, at + 1)) {
    if (at > 0 && (is_word_character(line[at - 1]) || line[at - 1] == '.')) continue;
    const std::string_view opcode = line.substr(at, end_of_opcode(line, at) - at);
    if (!opcode.starts_with("bar.warp")) return opcode;
  }
  return {};
}

// "sync" of "bar.cta.sync" and of "barrier.sync.aligned".
std::string_view kind_of_barrier(std::string_view opcode) {
  for (const std::string_view before : {"barrier.cta.", "barrier.", "bar.cta.", "bar."}) {
    if (!opcode.starts_with(before)) continue;
    opcode.remove_prefix(before.size());
    return opcode.substr(0, opcode.find('.'));
  }
  return {};
}

// PTX has several names for a barrier, which are read as one: `barrier.sync.aligned` becomes the `bar.sync` that one of the
// lines has.
void name_as_the_lines(std::string& text, const std::vector<std::string_view>& lines) {
  static constexpr std::string_view kLong = "barrier.", kAligned = ".aligned";
  for (std::size_t at = text.find(kLong); at != std::string::npos; at = text.find(kLong, at + 1)) {
    const std::size_t end = end_of_opcode(text, at);
    const std::string opcode = text.substr(at, end - at);
    if (opcode.find(kAligned) == std::string::npos) continue;
    for (const std::string_view line : lines) {
      const std::string_view own = barrier_in(line);
      if (own.empty() || kind_of_barrier(own) != kind_of_barrier(opcode)) continue;
      text.replace(at, end - at, own);
      break;
    }
  }
}

}  // namespace

void put_in_source_words(const Selected& kernel, report::Finding& f, const ElementNames& elements) {
  if (!kernel.input->cuda_source) {
    std::vector<std::string_view> lines{f.place.text};
    for (const report::Related& r : f.related) lines.push_back(r.place.text);
    name_as_the_lines(f.message, lines);
    for (report::Related& r : f.related) name_as_the_lines(r.message, lines);
    for (report::TraceStep& step : f.trace) {
      lines.insert(lines.begin(), step.place.text);
      name_as_the_lines(step.what, lines);
      lines.erase(lines.begin());
    }
  }
  f.message = elements.in_source_words(f.message);
  for (report::Related& r : f.related) r.message = elements.in_source_words(r.message);
  for (report::TraceStep& step : f.trace) step.what = elements.in_source_words(step.what);
  if (!f.rerun.empty())
    f.inputs = typed_inputs(f.rerun, {kernel.candidate->parameter_names, kernel.candidate->parameter_types}, elements);
}

void tell_findings(const Selected& kernel, const Baseline& baseline, const std::vector<AllowedByProject>& project,
                   std::optional<std::size_t> most, report::Kernel& result) {
  const auto names_place = [](const std::string& text) {
    const std::size_t plus = text.find('+');
    return plus != std::string::npos && plus + 1 < text.size() && text[plus + 1] >= '0' && text[plus + 1] <= '9';
  };
  if (std::any_of(result.assumptions.begin(), result.assumptions.end(), names_place)) {
    const ElementNames names = element_names_of(kernel);
    for (std::string& text : result.assumptions) text = names.with_members(std::move(text));
  }
  if (result.findings.empty()) return;
  const ElementNames elements = element_names_of(kernel);
  for (report::Finding& f : result.findings) put_in_source_words(kernel, f, elements);
  suppress(result, baseline, project);
  if (!most) return;  // --baseline compares before causes are joined
  report::tell_once(result.findings);
  report::limit_findings(result, *most);
}

}  // namespace warpproof::cli
