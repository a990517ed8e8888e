// The compilers of CUDA C++ that the machine has.
#pragma once

#include <optional>
#include <string>

#include "src/frontend/compile.h"

namespace warpproof {

struct FoundCompiler {
  std::string program;  // path
  std::string name;     // "clang 19.1.7"
  int major = 0;
};

// The newest clang that is known, or nvcc. Throws InputError where what is found does not work.
std::optional<FoundCompiler> find_clang(const CompileOptions& options);
std::optional<FoundCompiler> find_nvcc(const CompileOptions& options);

// Their paths alone; empty where there are none.
std::string clang_program(const CompileOptions& options);
std::string nvcc_program(const CompileOptions& options);

// The folder of a toolkit that holds cub, thrust and cuda/std; empty where there is none.
std::string find_library_headers(const CompileOptions& options);
// The folder of the toolkit's own headers; empty where there is none.
std::string find_toolkit_headers(const CompileOptions& options);

}  // namespace warpproof
