// Reading PTX text.
#pragma once

#include <string>

#include "src/ptx/module.h"

namespace warpproof::ptx {

// Bounds on what is read; text beyond them is refused with a message, so that memory stays bounded.
inline constexpr std::size_t kMaxTextBytes = std::size_t{512} << 20;
inline constexpr std::size_t kMaxStatements = std::size_t{16} << 20;
inline constexpr int kMaxNesting = 64;  // braces and parentheses

// Reads a module. Instructions are read by shape alone, known or not; unknown directives are errors.
// Throws InputError with file, line and column for text that is no PTX module.
Module parse(std::string text, const std::string& file);

}  // namespace warpproof::ptx
