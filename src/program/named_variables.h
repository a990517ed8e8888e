// Which variables a program names.
#pragma once

#include <vector>

#include "src/program/program.h"

namespace warpproof {

// Of each variable: do these functions name it, as an operand or as an address?
std::vector<bool> named_variables(const Program& program, const std::vector<bool>& is_reached);

}  // namespace warpproof
