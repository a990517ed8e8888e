// What has to be known of a source, and of what it includes, before a compiler is chosen.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/source.h"
#include "src/frontend/compile.h"

namespace warpproof {

// What the file, the files it includes by local name and those of -include hold together.
struct SourceFacts {
  bool has_kernel = false, uses_std = false;
  bool may_launch = false;  // also in macros of libraries
  std::vector<LaunchText> launches;  // of the user's
  std::optional<SourceLocation> toolkit_include;  // the first one
  std::string toolkit_header;
  bool all_declared = true;  // the prelude declares what all of those hold
  bool only_host_libraries = true;  // all of those are for host code alone, and clang reads them
  std::vector<std::string> kernel_templates;  // of the user's
  bool part_header = false;  // one of those that the prelude has a part of
  std::vector<std::pair<std::string, std::string>> with_double_percents;  // by path, where they are not
};

// Throws InputError where the file cannot be read.
SourceFacts source_facts(const std::string& path, const CompileOptions& options);

// A folder of the toolkit's own headers. clang is run without them, as the prelude stands in for them.
bool is_toolkit_folder(const std::string& folder);

// The text of a file. Throws InputError for a folder, and where it cannot be read.
std::string source_text(const std::string& path);

}  // namespace warpproof
