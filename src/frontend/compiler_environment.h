// The environment that clang is given.
#pragma once

#include <string>
#include <vector>

namespace warpproof {

// Entries that replace the caller's. Variables that differ from run to run and say nothing to a compiler are empty; macros
// such as __DATE__ do not give the time of this run, which no verdict may depend on (clang 16 and later).
std::vector<std::string> compiler_environment(const std::string& temporary);

// The caller's other variables, in order.
std::vector<std::string> kept_environment();

}  // namespace warpproof
