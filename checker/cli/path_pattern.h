// Patterns of file names, as a project's file has them: * and ? within a name, [abc], ** for any folders.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpproof::cli {

// Whether a path of names separated by '/' is of the pattern; `src/**/*.cu` is src/a.cu and src/x/y/b.cu. * and ? do not
// stand for a name's leading dot.
bool matches_pattern(std::string_view pattern, std::string_view path);

// Does it hold *, ? or [?
bool is_pattern(std::string_view text);

// Regular files below `folder` that a pattern names, relative to it and in the order of their names. Folders are not
// entered by symbolic links, so that no circle is walked. Throws std::runtime_error where there is too much to look at.
inline constexpr std::size_t kMostFiles = 10'000, kMostEntries = 1'000'000, kDeepestFolder = 64;
std::vector<std::string> files_of_pattern(const std::string& folder, const std::string& pattern);

}  // namespace warpproof::cli
