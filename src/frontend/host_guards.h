// What a statement of host code leaves known where the program goes on after it: conditions under which it ends the
// program, or leaves the function, otherwise.
//
//   if (n % 32) return;        assert(n % 32 == 0);        require(n % 32 == 0, "n");        n % 32 ? fail() : (void)0;
#pragma once

#include <cstddef>
#include <vector>

#include "src/frontend/host_ast.h"
#include "src/frontend/host_uses.h"

namespace warpproof {

struct HostGuard {
  const AstNode* condition = nullptr;
  bool holds = true;  // what it is where the program goes on
  // Position from which on all that the condition reads has to be unchanged. Nothing that runs before it, from the condition
  // on, changes anything.
  std::size_t after = 0;
};

// In the order of the text. Side condition: the program comes to the place of interest from the end of the statement, by no
// label in between (HostUses::is_straight from `after` on; the caller asks).
std::vector<HostGuard> guards_of(const HostAst& ast, const HostUses& uses, const AstNode& statement);

// A call of a user's function that is given numbers, and text, and nothing else: what it gives back, or whether it comes
// back, hangs on them alone, or may. Null where the expression is none.
const AstNode* function_of_numbers(const HostAst& ast, const AstNode& call);
// It is such a function, and may end the program instead of coming back.
bool may_end_program(const HostAst& ast, const AstNode& call);

}  // namespace warpproof
