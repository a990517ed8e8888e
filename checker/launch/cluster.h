// Clusters of blocks that a kernel asks for.
//
// Source: PTX ISA 9.1, 11.3.4 (.reqnctapercluster); CUDA Programming Guide, Thread Block Clusters (__cluster_dims__): no grid runs
// that is not a multiple of the cluster.
#pragma once

#include <vector>

#include "checker/launch/condition.h"
#include "src/program/program.h"

namespace warpproof::launch {

// Says so of the function's grids, unless it has been said.
void add_cluster(const Function& f, std::vector<Condition>& conditions);

}  // namespace warpproof::launch
