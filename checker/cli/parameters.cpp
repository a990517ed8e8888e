#include "checker/cli/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace warpproof::cli {
namespace {

std::optional<std::size_t> position(const Selected& kernel, const std::string& name) {
  const Function& f = kernel.function();
  const auto& source_names = kernel.candidate->parameter_names;
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const bool by_source = i < source_names.size() && source_names[i] == name;
    if (by_source || name == std::to_string(i) ||
        name == kernel.input->program.variables[f.parameters[i]].name) {
      return i;
    }
  }
  return std::nullopt;
}

// Whether `bytes` bytes hold the 64-bit value, read as signed or as unsigned.
bool fits(std::uint64_t value, std::uint64_t bytes) {
  if (bytes >= 8) return true;
  const unsigned bits = 8 * static_cast<unsigned>(bytes);
  return value >> bits == 0 || value >> (bits - 1) == ~std::uint64_t{0} >> (bits - 1);
}

// "in (0), out (1), n (2)".
std::string parameter_list(const Selected& kernel) {
  const Function& f = kernel.function();
  const auto& source_names = kernel.candidate->parameter_names;
  std::string text;
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const bool named = i < source_names.size() && !source_names[i].empty();
    const std::string& name = named ? source_names[i] : kernel.input->program.variables[f.parameters[i]].name;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, i);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::map<std::string, std::uint64_t> parameters_of(const Selected& kernel,
                                                   const std::map<std::string, std::uint64_t>& parameters) {
  std::map<std::string, std::uint64_t> own;
  std::map<std::size_t, std::uint64_t> given;
  for (const auto& [name, value] : parameters) {
    const std::optional<std::size_t> i = position(kernel, name);
    if (!i) continue;
    const Variable& variable = kernel.input->program.variables[kernel.function().parameters[*i]];
    const SourceLocation where{kernel.input->file, 0, 0};
    if (variable.size > 8) {
      throw InputError(
          where, fmt::format("parameter {} of {} has {} bytes; --param fixes scalars of at most 8", name,
                             kernel.candidate->name, variable.size));
    }
    if (!fits(value, variable.size)) {
      throw InputError(where, fmt::format("parameter {} of {} has {} bytes and cannot hold {:#x}", name,
                                          kernel.candidate->name, variable.size, value));
    }
    const auto [same, fresh] = given.emplace(*i, value);
    if (!fresh && same->second != value) {
      throw InputError(where,
                       fmt::format("parameter {} of {} is given two values", *i, kernel.candidate->name));
    }
    own.emplace(name, value);
  }
  return own;
}

void require_known_parameters(const std::vector<Selected>& kernels,
                              const std::map<std::string, std::uint64_t>& parameters) {
  for (const auto& [name, value] : parameters) {
    const bool known = std::any_of(kernels.begin(), kernels.end(), [&, &n = name](const Selected& kernel) {
      return position(kernel, n).has_value();
    });
    if (known || kernels.empty()) continue;
    std::string message = fmt::format("no parameter '{}'", name);
    for (const Selected& kernel : kernels) {
      message += fmt::format("; {} has {}", kernel.candidate->name, parameter_list(kernel));
    }
    throw InputError({kernels.front().input->file, 0, 0}, message);
  }
}

}  // namespace warpproof::cli
