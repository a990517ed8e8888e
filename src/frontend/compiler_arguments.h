// What the user named, as arguments of a compiler: clang takes any name, nvcc plain ones (plain_names.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/frontend/compile.h"
#include "src/frontend/plain_names.h"

namespace warpproof {

struct CompilerArguments {
  std::vector<std::string> words;
  std::function<std::string(std::string)> with_user_names = [](std::string text) { return text; };
};

// A path that a compiler takes neither for an option nor for a file of options (@FILE).
std::string as_argument(const std::string& path);

// What a line that includes a file, or a comment that names one, cannot hold.
bool has_quotes_or_breaks(const std::string& name);

// Text after a source's that makes the compiler write out the instances asked for; empty where none are.
std::string text_of_instances(const CompileOptions& options);

// Gives clang plain links, in `folder`, in place of include folders with a line break or the like in their names. False:
// there are none.
bool links_folders(CompileOptions& options, const std::string& folder);

// All that comes after the flags of our own. Throws InputError for a flag that compiler_flags.h does not let through,
// and for macros that are none.
CompilerArguments clang_arguments(const std::string& path, const CompileOptions& options);
CompilerArguments nvcc_arguments(const std::string& path, const CompileOptions& options, PlainNames& names);

}  // namespace warpproof
