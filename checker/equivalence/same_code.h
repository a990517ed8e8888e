// Two kernels that are the same code under other names.
//
// Such kernels leave the same whatever their threads and blocks do to each other, in every order: they are one
// program. So nothing has to be followed. Side conditions, all checked here: the functions that they call are the same
// code too; their variables have the same sizes, places and initial values, and those of the module are the same ones
// (module_variables.h); parameters go together by position and the same of them are fixed. Left to the caller: what
// variables of the module hold when the launch begins.
// Registers have to be numbered alike, as a compiler numbers those of a copy and of the original.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/matching.h"

namespace warpproof::equivalence {

// The names of the module's variables that both use, where they are the same code; nothing where they are not.
std::optional<std::set<std::string>> same_code(const Side& a, const Side& b, const Matching& matching);

}  // namespace warpproof::equivalence
