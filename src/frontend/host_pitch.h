// Of host values: what cudaMallocPitch guarantees.
#pragma once

#include <vector>

#include "src/frontend/host_values.h"

namespace warpproof {

// Of arguments, as integer() gave them, that were computed from a pitch of cudaMallocPitch.
void pitch_facts(HostValues& values, const std::vector<HostIntegerPtr>& arguments, std::vector<HostIntegerPtr>& out);

}  // namespace warpproof
