// Names of kernel parameters, read from CUDA source: PTX numbers them.
//
// A scan of tokens, no parser: it follows `__global__ .. NAME(parameters)` (and `__device__`), sees neither
// macros nor other files, and gives no name rather than a wrong one where it is not certain.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof::cli {

// For each function name its parameter lists, one for each declaration with a different list. An unnamed
// parameter, or one whose name was not found, is "".
using ParameterNames = std::map<std::string, std::vector<std::vector<std::string>>, std::less<>>;
ParameterNames scan_parameter_names(std::string_view source);

// The same for the types as they are written, without const and the like: "unsigned int", "T *".
ParameterNames scan_parameter_types(std::string_view source);

// The same for which are declared __restrict__: these are "restrict", others "".
ParameterNames scan_restricted_parameters(std::string_view source);

// The names (or types) for a function with `count` parameters; empty where none or two different lists fit.
std::vector<std::string> parameter_names(const ParameterNames& scanned, std::string_view function,
                                         std::size_t count);

}  // namespace warpproof::cli
