// %total_smem_size is what a block has of shared memory: that of the launch, the kernel's own, and what the system takes.
// It is one unknown number for two kernels only where their own is as large.
#pragma once

#include "checker/equivalence/equivalence.h"

namespace warpproof::equivalence {

// Does one of the two, or what it calls, read a size that is another one for the other?
bool reads_unlike_shared_sizes(const Side& a, const Side& b);

}  // namespace warpproof::equivalence
