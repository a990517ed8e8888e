// The words that clang is started with, up to those that the user's options and the file's name make (compiler_arguments.h).
#pragma once

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
                                        const SourceFacts& facts, const std::string& folder);
std::vector<std::string> host_command(const FoundCompiler& clang, const std::string& standard,
                                      const SourceFacts& facts, const CompileOptions& options,
                                      const std::string& folder);

}  // namespace warpproof
