#include "checker/cli/declarations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <new>
#include <set>
#include <string>
#include <utility>

#include "checker/cli/element_of.h"
#include "checker/cli/kernel_names.h"
#include "checker/cli/parameter_types.h"

namespace warpproof::cli {
namespace {

// "const float *__restrict" as "float *": the words that say nothing of the value.
std::string without_qualifiers(std::string type) {
  for (const std::string word : {"__restrict", "const", "volatile"}) {
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word, at)) {
      const auto is_part = [&](std::size_t i) { return i < type.size() && (std::isalnum(static_cast<unsigned char>(type[i])) != 0 || type[i] == '_'); };
      if ((at > 0 && is_part(at - 1)) || is_part(at + word.size())) {
        at += word.size();
        continue;
      }
      type.erase(at, word.size());
    }
  }
  const std::size_t first = type.find_first_not_of(' '), last = type.find_last_not_of(' ');
  return first == std::string::npos ? "" : type.substr(first, last - first + 1);
}

bool has_types(const Program& program, const Candidate& kernel) {
  const std::vector<std::uint32_t>& parameters = program.functions[kernel.function].parameters;
  return parameter_types(parse_kernel_name(kernel.symbol)).size() == parameters.size();
}

// The device's half, compiled by clang, does not have it.
bool has_clusters(const Input& input) {
  std::set<std::string> files{input.file};
  for (const Place& place : input.program.places)
    for (const SourceLocation& at : place.stack) files.insert(at.file);
  return std::any_of(files.begin(), files.end(), [](const std::string& file) {
    try {
      return read_file(file).find("__cluster_dims__") != std::string::npos;
    } catch (const InputError&) {
      return false;
    }
  });
}

}  // namespace

bool needs_declarations(const Input& input) {
  if (!input.cuda_source) return false;
  const auto is_to_class = [](const std::string& type) { return is_pointer_type(type) && type.find('*') == type.rfind('*') && !element_of(type.substr(0, type.rfind('*'))); };
  const auto lacks_types = [&](const Candidate& kernel) {
    return !has_types(input.program, kernel) || std::any_of(kernel.parameter_types.begin(), kernel.parameter_types.end(), is_to_class);
  };
  return std::any_of(input.candidates.begin(), input.candidates.end(), lacks_types) || has_clusters(input);
}

DeclaredFunctions declarations_of(const std::string& file, const CompileOptions& compile) {
  try {
    return read_launches(file, compile).declared;
  } catch (const InputError&) {
  } catch (const std::bad_alloc&) {
  }
  return {};
}

const DeclaredFunction* declaration_of(const Input& input, const Candidate& kernel) {
  if (!input.declared) return nullptr;
  const auto it = input.declared->find(kernel.symbol);
  const bool fits = it != input.declared->end() && it->second.parameters.size() == input.program.functions[kernel.function].parameters.size();
  return fits ? &it->second : nullptr;
}

std::vector<bool> name_parameters(const Input& input, Candidate& kernel) {
  const std::size_t count = input.program.functions[kernel.function].parameters.size();
  const DeclaredFunction* declared = declaration_of(input, kernel);
  const bool has_own_types = has_types(input.program, kernel);
  kernel.names_are_of_text = declared == nullptr;
  if (!has_own_types) kernel.parameter_types.clear();
  if (declared != nullptr) kernel.parameter_names.clear();
  std::vector<bool> restricted(count);
  for (std::size_t i = 0; declared != nullptr && i < count; ++i) {
    const DeclaredFunction::Parameter& p = declared->parameters[i];
    kernel.parameter_names.push_back(p.name);
    if (!has_own_types) kernel.parameter_types.push_back(without_qualifiers(p.type));
    restricted[i] = p.is_restrict;
  }
  return restricted;
}

void declare(Input& input, DeclaredFunctions declared) {
  constexpr std::array<std::uint32_t, 3> kOneBlock{1, 1, 1};
  input.declared = std::move(declared);
  for (Candidate& kernel : input.candidates) {
    const std::vector<bool> restricted = name_parameters(input, kernel);
    note_types(input.program, kernel, restricted);
    Function& f = input.program.functions[kernel.function];
    const DeclaredFunction* known = declaration_of(input, kernel);
    if (!f.cluster && known != nullptr && known->cluster != kOneBlock) f.cluster = known->cluster;
  }
}

void read_declarations(Input& input, const CompileOptions& compile, bool rests_on_names) {
  if (!input.cuda_source || (!rests_on_names && !needs_declarations(input))) return;
  CompileOptions options = compile;
  options.standard = input.standard;
  declare(input, declarations_of(input.file, options));
}

}  // namespace warpproof::cli
