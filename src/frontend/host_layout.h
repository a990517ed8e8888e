// Where the members of the user's structures lie.
//
// Source: Itanium C++ ABI, chapter 2, for classes without bases, virtual functions, unions, bit fields and attributes: the
// layout is that of C, on Linux with 64 bits. Of other classes nothing is known, and of none in files that give a type of their
// own another alignment: `typedef int wide __attribute__((aligned(16)));`. The compiler's tree has types without such names.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

// "float *", also a constant one.
bool is_pointer_type(const std::string& type);

// Calls `put` with each member of a class and its place, in bytes, until it comes to one that is not known. Gives back the size of
// the class; nothing where not all of it is known. `depth`: of classes within each other.
std::optional<std::size_t> for_members(const HostUses& uses, const std::string& type, int depth, const std::function<void(const AstNode& field, std::size_t at)>& put);

// What a class asks for, in bytes; nothing where not all of it is known.
std::optional<std::size_t> alignment_of(const HostUses& uses, const std::string& type);

}  // namespace warpproof
