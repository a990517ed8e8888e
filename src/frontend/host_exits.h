// Conditions on which host code leads elsewhere, in any form: `if (int r = n % 32) return;`, `switch (n) { default: return; }`,
// `if (!valid()) goto done;`. What of them is read as a fact is in host_guards.h. Of the others it is known only that they are
// there: not all values pass them, perhaps.
#pragma once

#include <vector>

#include "src/frontend/host_ast.h"

namespace warpproof {

// The conditions in a statement, a call with arguments that may end the program, and the declarations of variables that are
// conditions themselves.
std::vector<const AstNode*> exit_conditions(const HostAst& ast, const AstNode& statement);

// Is it a call of a method of the user's, or of a function that is given an object? What it looks at is not known.
bool looks_at_object(const HostAst& ast, const AstNode& e);

// Conditions of a class's constructors on which no object is made, or not with the members that were given. False for what
// is no method.
bool constructors_refuse(const HostAst& ast, const AstNode& method);

}  // namespace warpproof
