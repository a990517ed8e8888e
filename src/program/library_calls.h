// Code that comes from headers of a library, seen from the code that uses it.
//
// nvcc makes functions of what the toolkit's headers define, down to single intrinsics, and gives what it
// inlines itself no line but the header's. A user knows none of these lines, and tells two shuffles apart by
// theirs. So each call of a library's function from other code gets that code for itself, with the call's
// place around its own: in place of the call where that means the same (inline_calls.h), else as a copy of
// the function.
#pragma once

#include <functional>
#include <string>

#include "src/program/program.h"

namespace warpproof {

// Is a source file one of a library's headers?
using IsLibraryFile = std::function<bool(const std::string& file)>;

// To be done before anything is marked that depends on how code is divided into functions. Sets Place::own.
// Functions that are copied wherever they are called lose their body. Recursion stays as it is, and so do
// calls beyond some 100,000 instructions that copying would add.
void take_in_library_calls(Program& program, const IsLibraryFile& is_library);

}  // namespace warpproof
