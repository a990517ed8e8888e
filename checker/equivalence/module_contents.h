// What the module's variables hold when two launches begin.
//
// Both executions read the initial contents of an allocation under one number. Claim: where nothing is added to the
// unknowns, each number that either accessed means one variable, which holds the same for both, or a table that is
// known on both sides; what is taken for granted of it is added to the assumptions. Side conditions: b's variables
// stand where their counterparts in a do (module_variables.h), and numbers follow the parameters, so that both have as
// many. Of an initialiser that holds addresses no more is kept than that it does: unknown.
#pragma once

#include <string>

#include "checker/equivalence/execution.h"
#include "checker/equivalence/module_variables.h"

namespace warpproof::equivalence {

// The assumption about one that host code may have set.
std::string same_at_start(const std::string& variable);

void compare_module_contents(Execution& a, Execution& b, const PairedModules& modules, const Matching& matching,
                             EquivalenceReport& out);

}  // namespace warpproof::equivalence
