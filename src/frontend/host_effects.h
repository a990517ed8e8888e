// What computing an expression of host code may change.
#pragma once

#include "src/frontend/host_uses.h"

namespace warpproof {

// Computing the expression may change variables, by what is written in it.
bool has_effects(const AstNode& expression);
// Computing it runs no code but what is known to change nothing: parts of the language that are on a list, and calls of
// functions that are one expression of such.
bool is_quiet(const HostAst& ast, const HostUses& uses, const AstNode& expression);
// The object is made by code that is known: it is of the prelude's types, or copied bit by bit.
bool is_plain_construction(const HostUses& uses, const AstNode& construction);

}  // namespace warpproof
