// Which lines of an edited text are lines of the original.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/cli/fix_source.h"

namespace warpproof::cli {

// For each line of `after` the line of `before` that it is, from 0; nothing for lines that were put in or changed. Lines keep
// their order. Nothing at all where the changes lie more than some thousand lines apart.
std::optional<std::vector<std::optional<std::size_t>>> line_origins(const SourceText& before, const SourceText& after);

// "before line 12" of the edited text, in lines of the original: of a line that was put in, the next one.
std::string in_original_lines(const std::string& text, const SourceText& before, const SourceText& after);

}  // namespace warpproof::cli
