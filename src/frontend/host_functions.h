// The user's functions, as the compiler's tree has them: parameters, bodies, and which code a call runs.
#pragma once

#include <vector>

#include "src/frontend/host_ast.h"

namespace warpproof {

// The parameters of a function's declaration.
std::vector<const AstNode*> parameters_of(const AstNode& function);
// Its body; null where there is none.
const AstNode* body_of(const AstNode& function);
// The program does not go on after the statement: it ends in break, return, exit() or the like.
bool ends_here(const HostAst& ast, const AstNode& statement);
// Nor anything of it: it throws, or calls exit() or a function that never comes back.
bool ends_program(const HostAst& ast, const AstNode& statement);
// A call of it runs this body: no other class's takes its place, nor what the linker puts there for a weak one.
bool runs_as_written(const HostAst& ast, const AstNode& function);
// The linker may take another file's function or variable in its place.
bool is_weak(const HostAst& ast, const AstNode& declared);
bool has_attribute(const AstNode& function, const char* name);
// A kernel, or a function of the device only.
bool is_device_code(const AstNode& function);
// Its declaration that has a body, else itself.
const AstNode& definition_of(const HostAst& ast, const AstNode& function);

// The value that its declaration gives a variable, before attributes and comments; null where there is none.
const AstNode* value_of(const AstNode& variable);

}  // namespace warpproof
