// Reads a compiler's complaints: where the first error is.
#pragma once

#include <string>

#include "src/base/source.h"

namespace warpproof {

// The first error in the output of clang, gcc (`file:line:col: error: text`) or nvcc (`file(line): error:
// text`), as an exception whose message is the error's text followed by the whole output. Without such a line
// (a bad option, a crash) the place is `path` alone. `program` names the compiler.
InputError first_error(const std::string& output, const std::string& path, const std::string& program);

}  // namespace warpproof
