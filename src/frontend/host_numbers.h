// Functions of the user's that are given numbers: may numbers be left out by what they find out of them?
#pragma once

#include "src/frontend/host_ast.h"

namespace warpproof {

// What a call gives back hangs on the numbers that it is given, in a way that may leave some out. False for functions that
// are given anything but numbers and text, or that look at numbers only to compare them for size, or to give them to the
// library: what is too large leaves small numbers.
bool tells_numbers_apart(const HostAst& ast, const AstNode& call);
// Likewise whether the call comes back, or ends the program.
bool may_refuse_numbers(const HostAst& ast, const AstNode& call);

}  // namespace warpproof
