// Runs a compiler on a source.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/frontend/compile.h"
#include "src/frontend/compiler_arguments.h"
#include "src/frontend/found_compiler.h"
#include "src/frontend/process.h"
#include "src/frontend/read_trace.h"

namespace warpproof {

inline constexpr const char* kPreludeName = "warpproof-prelude";  // stands for the folder where the prelude lies
inline constexpr std::size_t kDiagnosticsLimit = 64 << 10;

// Has clang list the headers that it reads.
class HeaderList {
 public:
  HeaderList(ReadTrace* trace, const std::string& temporary) : trace_(trace), temporary_(temporary), file_(temporary + "/headers") {}

  void ask(std::vector<std::string>& argv) const;
  // A status above 1: it did not end by itself.
  void take(const ProcessResult& ran, const std::string& output) const;

 private:
  ReadTrace* trace_;
  std::string temporary_, file_;
};

std::string replace_all(std::string text, const std::string& from, const std::string& to);

// What it writes. Throws InputError, with the compiler's first message, where it fails.
std::string run_compiler(std::vector<std::string> argv, const std::string& path, const CompilerArguments& arguments,
                         const CompileOptions& options, const TemporaryDirectory& temporary);

// The PTX of clang's command for the device half, by way of LLVM IR, in which copies still have the alignment of their types
// (wide_copies.h).
std::string run_by_ir(const FoundCompiler& clang, std::vector<std::string> argv, const std::string& path, const CompilerArguments& arguments,
                      const CompileOptions& options, const TemporaryDirectory& temporary);

}  // namespace warpproof
