// Of host values: what is known of every device that CUDA supports.
//
// A warp has 32 threads on all of them: CUDA C++ Programming Guide 13.0, 5.1 "Compute Capabilities", table of technical
// specifications, "Warp size".
#pragma once

#include "src/frontend/host_place.h"

namespace warpproof {

// `variable.warpSize`, of a cudaDeviceProp that gets its value from the run time only.
bool is_warp_size_of(const HostPlace& place, const AstNode& properties, const HostSince& since);
// A variable that cudaDeviceGetAttribute(&variable, cudaDevAttrWarpSize, ..) gives its value, and nothing else.
bool is_warp_size(const HostPlace& place, const AstNode& variable, const HostSince& since);

}  // namespace warpproof
