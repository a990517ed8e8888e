// The flags that a build compiles a file with, out of its compile_commands.json.
//
// Source: "JSON Compilation Database Format Specification" (clang.llvm.org/docs/JSONCompilationDatabase.html), and the
// options of nvcc 13.0, clang 19 and g++ 12 with their spellings. What shapes the language is taken over: include folders,
// macros, the standard, the first architecture, flags of compiler_flags.h. What is immaterial here is left out, and all else
// is named. Nothing of a command is run, and no word of it reaches a shell.
#pragma once

#include <string>
#include <vector>

#include "src/frontend/compile.h"

namespace warpproof {

struct BuildFlags {
  CompileOptions options;                 // with what the command says after what was given
  std::vector<std::string> not_followed;  // flags that are left out, as the command spells them
};

// What `path` is compiled with. The options themselves where no build is named (build_dir). Throws InputError: no
// compile_commands.json there, none that can be read, or no entry for the file.
BuildFlags with_build_flags(const CompileOptions& options, const std::string& path);

// The CUDA files of a compile_commands.json, by their full paths, in its order and once: those called .cu, and those that
// their command says are CUDA (-x cu). Throws InputError where it cannot be read.
std::vector<std::string> cuda_files_of_build(const std::string& database);

// A command as a POSIX shell splits it into words; nothing in it is expanded. (POSIX.1-2017, Shell Command Language, 2.2)
std::vector<std::string> split_command(const std::string& command);

}  // namespace warpproof
