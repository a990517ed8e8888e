// Whether each value of a number is one that the program may have: whoever runs it, or calls the function, chooses it.
#pragma once

#include "src/frontend/host_ast.h"
#include "src/frontend/host_integer.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

// False: it is computed from what anybody may choose, and from nothing else: parameters of functions that nothing in the files
// calls, what a local variable was read into or computed from by the library, counters of loops. True where a part of it
// comes from where the reader of launches does not look: members, functions of the user's, what a call stored by address.
bool is_open(const HostAst& ast, const HostUses& uses, const HostInteger& number);
// The same of a size of a grid. Grids are computed from other numbers of the program, and are right only for those: a
// variable is open, too, where the program computes it anew in a way that was not followed. What the run time says of the
// device, as how many blocks it holds at once, is any number.
bool is_open_grid(const HostAst& ast, const HostUses& uses, const HostInteger& number);
// Each value of its type is one that the number may have, as far as is known. False where the expression leaves some out:
// n * 2 is even.
bool is_any_value(const HostInteger& number);
// A comparison, which leaves small values, as counterexamples have them.
bool is_limit(const HostInteger& fact);
bool has_part(const HostInteger& e, const HostInteger& part);
// Do both name a variable?
bool has_common_variable(const HostInteger& a, const HostInteger& b);
// Is a member of an object part of it?
bool names_member(const HostInteger& number);

}  // namespace warpproof
