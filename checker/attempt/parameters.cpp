#include "checker/attempt/parameters.h"

namespace warpproof {

std::optional<std::uint32_t> find_parameter(const Program& program, std::uint32_t function,
                                            const std::vector<std::string>& names, const std::string& name) {
  const auto& parameters = program.functions[function].parameters;
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    const bool by_source = i < names.size() && names[i] == name;
    if (by_source || program.variables[parameters[i]].name == name || std::to_string(i) == name) return i;
  }
  return std::nullopt;
}

std::map<std::uint32_t, std::uint64_t> fixed_parameters(const Program& program, std::uint32_t function,
                                                        const CheckOptions& options) {
  std::map<std::uint32_t, std::uint64_t> out;
  for (const auto& [name, value] : options.parameters) {
    if (const auto i = find_parameter(program, function, options.parameter_names, name)) out[*i] = value;
  }
  return out;
}

}  // namespace warpproof
