// Of host values: variables of loops that are powers of two.
#pragma once

#include <vector>

#include "src/frontend/host_values.h"

namespace warpproof {

void doubling_fact(HostValues& values, const AstNode& loop, std::vector<HostIntegerPtr>& out);

}  // namespace warpproof
