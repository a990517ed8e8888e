// Instructions as readable lines, for traces and messages. Close to PTX, not meant to be read back.
#pragma once

#include <string>

#include "src/program/program.h"

namespace warpproof {

std::string_view name_of(Type type);
std::string_view name_of(Space space);
std::string_view name_of(Special special);

// `function` owns the registers the instruction names.
std::string to_string(const Program& program, const Function& function, const Instruction& instruction);
// The function that holds the instruction is found by its address; an instruction copied elsewhere prints its
// registers as numbers.
std::string to_string(const Program& program, const Instruction& instruction);
// A whole function with its blocks.
std::string to_string(const Program& program, const Function& function);

}  // namespace warpproof
