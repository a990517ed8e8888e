// The words that clang is started with, up to those that the user's options and the file's name make (compiler_arguments.h).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/frontend/compile.h"
#include "src/frontend/found_compiler.h"
#include "src/frontend/source_facts.h"

namespace warpproof {

// What shapes the code of the device half, without paths.
std::vector<std::string> clang_flags(const FoundCompiler& clang, int target_sm, const std::string& standard);

// `folder`: where the prelude lies.
std::vector<std::string> device_command(const FoundCompiler& clang, const std::vector<std::string>& flags,
                                        const SourceFacts& facts, const CompileOptions& options,
                                        const std::string& folder);
// From LLVM IR that device_command() with -emit-llvm has made to PTX.
std::vector<std::string> ir_command(const FoundCompiler& clang, const CompileOptions& options);
std::vector<std::string> host_command(const FoundCompiler& clang, const std::string& standard,
                                      const SourceFacts& facts, const CompileOptions& options,
                                      const std::string& folder);

// nvcc also takes asm("mov.u32 %0, %laneid;"): clang reads copies of such files with the sign doubled, under their names, and
// one of the source with `instances` after its text. The copies lie in `folder`. Returned are the files that they stand for:
// clang's syntax tree names the copies. Throws InputError where the source's name cannot be given so.
std::map<std::string, std::string> give_copies(std::vector<std::string>& argv, const std::string& path,
                                               const std::string& instances, const SourceFacts& facts,
                                               const std::string& folder);

}  // namespace warpproof
