#include "checker/cli/sides.h"

#include <fmt/format.h>

#include <filesystem>

#include "checker/cli/declarations.h"
#include "checker/cli/kernel_names.h"
#include "checker/cli/parameter_names.h"

namespace warpproof::cli {
namespace {

equivalence::Side side_of(const Input& input, const Candidate& candidate) {
  equivalence::Side side;
  side.program = &input.program;
  side.function = candidate.function;
  side.name = candidate.name;
  side.file = input.file;
  if (input.cuda_source) side.parameter_names = candidate.parameter_names;
  side.parameter_types = candidate.parameter_types;
  side.names_are_of_text = candidate.names_are_of_text;
  side.cuda_source = input.cuda_source;
  return side;
}

// Device functions of a file with kernels are no candidates of a check, but can be compared.
std::vector<Candidate> functions_named(const Input& input, const std::string& wanted) {
  std::vector<Candidate> out;
  for (std::uint32_t i = 0; i < input.program.functions.size(); ++i) {
    const Function& f = input.program.functions[i];
    const KernelName name = parse_kernel_name(f.name);
    if (!f.has_body || !names_kernel(name, wanted)) continue;
    Candidate c{i, f.name, name.base, {}};
    c.parameter_types = parameter_types(name);
    if (input.cuda_source) {
      const std::string source = read_file(input.file);
      c.parameter_names = parameter_names(scan_parameter_names(source), name.base, f.parameters.size());
      if (c.parameter_types.size() != f.parameters.size())
        c.parameter_types = parameter_names(scan_parameter_types(source), name.base, f.parameters.size());
    }
    if (input.declared) name_parameters(input, c);
    out.push_back(std::move(c));
  }
  return out;
}

std::string names_of(const std::vector<Candidate>& candidates) {
  std::string out;
  for (const Candidate& c : candidates) out += (out.empty() ? "" : ", ") + c.name;
  return out;
}

}  // namespace

SideName parse_side(const std::string& text) {
  std::error_code ignored;
  if (std::filesystem::exists(text, ignored)) return {text, ""};
  for (std::size_t colon = text.find(':'); colon != std::string::npos; colon = text.find(':', colon + 1)) {
    const std::string file = text.substr(0, colon);
    if (!std::filesystem::exists(file, ignored)) continue;
    if (colon + 1 == text.size())
      throw InputError({text, 0, 0}, "a kernel's name is missing after the colon");
    return {file, text.substr(colon + 1)};
  }
  return {text, ""};
}

equivalence::Side find_side(const Input& input, const std::string& kernel, const std::string& like) {
  std::vector<Candidate> found;
  for (const Candidate& c : input.candidates) {
    if (kernel.empty() || c.name == kernel || names_kernel(parse_kernel_name(c.symbol), kernel))
      found.push_back(c);
  }
  if (kernel.empty() && found.size() > 1) {
    std::vector<Candidate> alike;
    for (const Candidate& c : found) {
      if (!like.empty() && c.name == like) alike.push_back(c);
    }
    if (alike.size() == 1) found = alike;
  }
  if (found.empty()) found = functions_named(input, kernel);
  if (found.empty()) {
    throw InputError({input.file, 0, 0}, fmt::format("no function '{}' with a body; there are: {}", kernel,
                                                     names_of(input.candidates)));
  }
  if (found.size() > 1) {
    throw InputError({input.file, 0, 0},
                     fmt::format("several functions: {}; name one as {}:NAME", names_of(found), input.file));
  }
  return side_of(input, found.front());
}

}  // namespace warpproof::cli
