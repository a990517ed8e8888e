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
  // The condition is one of the function that it calls, on parameters that are numbers and stay what they were given.
  const AstNode* call = nullptr;
};

// In the order of the text. Side condition: the program comes to the place of interest from the end of the statement, by no
// label in between (HostUses::is_straight from `after` on; the caller asks).
std::vector<HostGuard> guards_of(const HostAst& ast, const HostUses& uses, const AstNode& statement);

// An expression that is zero exactly where this condition is: without conversions to bool, and without __builtin_expect.
const AstNode& truth_of(const AstNode& condition);

}  // namespace warpproof
