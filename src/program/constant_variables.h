// Variables of the module that no kernel of it stores to.
#pragma once

#include <cstdint>
#include <set>

#include "src/program/program.h"

namespace warpproof {

// Those in global or constant memory that have an initialiser and whose address is only loaded from: it is
// computed with, but neither stored through nor handed on. Host code may still set them.
std::set<std::uint32_t> variables_only_read(const Program& program);

// The compiler's own, such as literals of strings: host code does not know them.
bool is_of_compiler(const Variable& variable);

}  // namespace warpproof
