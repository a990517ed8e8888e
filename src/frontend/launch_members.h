// Numbers in structures that a launch passes by value: k<<<..>>>(params), params.stride = 4.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/host_values.h"
#include "src/frontend/launches.h"

namespace warpproof {

// Puts the integer members of structures among the arguments into the launch, and gives back their values, in the same order;
// null where one is not known. `given`: the arguments, null where one is not known. `unknown`: parameters that are
// structures of which some number is not known, gets those.
std::vector<HostIntegerPtr> read_members(HostValues& values, const std::vector<const AstNode*>& given,
                                         const std::vector<const AstNode*>& parameters, HostLaunch& launch,
                                         std::set<std::size_t>& unknown);

// A function of the device, which nothing need launch, with the same numbers of its parameters.
DeclaredFunction declared_function(const HostUses& uses, const AstNode& function);

}  // namespace warpproof
