// The two functions that `warpproof equiv` compares.
#pragma once

#include <memory>
#include <string>

#include "checker/cli/input.h"
#include "checker/equivalence/equivalence.h"

namespace warpproof::cli {

// "FILE" or "FILE:KERNEL", split where FILE is a file that exists (kernel names hold colons too).
struct SideName {
  std::string file, kernel;
};
SideName parse_side(const std::string& text);

// The function of an input with this name, entries and device functions alike; without a name the only
// candidate, or the one that is called `like`. Throws InputError, naming the candidates.
equivalence::Side find_side(const Input& input, const std::string& kernel, const std::string& like);

}  // namespace warpproof::cli
