// One block size after the other, each as if it were the one that is asked for.
//
// Applies where any size is asked for, no execution with the size as a variable settled it, and something
// depends on the size. Gets all the effort that is left: the sizes that kernels are launched with most share it
// evenly, so that one of them which is hard leaves something for the others. Other sizes follow where all of
// these were proved, whole warps first, up to the first that is not. Proves the sizes that it gets to; assumes
// what the strategies for one shape assume.
#pragma once

#include <cstdint>

#include "checker/strategies/kernel_report.h"
#include "checker/strategies/situation.h"

namespace warpproof::strategies::sizes_one_by_one {

// Sizes one by one can only help where something depends on the size.
inline bool applies(const Attempt& of_all_sizes) { return of_all_sizes.executor().record().uses_block_size; }

// `largest`: threads.
void run(Situation& s, KernelReport& report, std::uint32_t largest);

}  // namespace warpproof::strategies::sizes_one_by_one
