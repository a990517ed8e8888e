// Parameters of a kernel that options name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/attempt/check_options.h"
#include "src/program/program.h"

namespace warpproof {

// The kernel's parameter with this source name, PTX name or number from 0.
std::optional<std::uint32_t> find_parameter(const Program& program, std::uint32_t function,
                                            const std::vector<std::string>& names, const std::string& name);
// The values that the options give to parameters of this kernel, by the parameters' numbers.
std::map<std::uint32_t, std::uint64_t> fixed_parameters(const Program& program, std::uint32_t function,
                                                        const CheckOptions& options);

// Is this parameter declared as bytes, as structures are?
inline bool is_structure(const Variable& parameter) { return parameter.element == Type::B8 && parameter.size > 1; }

}  // namespace warpproof
