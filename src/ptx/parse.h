// Reading PTX text.
#pragma once

#include <string>

#include "src/ptx/module.h"

namespace warpproof::ptx {

// Reads a module. Instructions are read by shape alone, known or not; unknown directives are errors.
// Throws InputError with file, line and column for text that is no PTX module.
Module parse(std::string text, const std::string& file);

}  // namespace warpproof::ptx
