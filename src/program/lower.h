// From a PTX module to the lowered program: names resolved, operands checked against each opcode's forms,
// guarded rendezvous turned into branches, blocks made.
//
// Source: PTX ISA 9.x, sections 4 to 11.
#pragma once

#include <string>

#include "src/program/library_calls.h"
#include "src/program/program.h"
#include "src/ptx/module.h"

namespace warpproof {

// Throws InputError, with file, line and column, for what is no valid PTX: undeclared names, wrong operand
// counts, operands of the wrong width. What is valid but has no meaning here becomes Opcode::Unsupported with
// its name.
Program lower(const ptx::Module& module);

// Parses and lowers PTX text; `file` names it in messages. Without `is_library` no source is a library's.
Program load_ptx(std::string text, const std::string& file, const IsLibraryFile& is_library = nullptr);

}  // namespace warpproof
