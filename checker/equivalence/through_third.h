// Two kernels that are equal because both are equal to a third.
//
// Where both unroll a loop by numbers of their own, no number of iterations of one goes with an iteration of
// the other's. Without its unrolled loop each of them leaves all iterations to the loop for the rest, one by one;
// that is a kernel that the loops of either go with (src/cfg/skip_loop.h). Whether it does the same is
// proved, as of any two.
#pragma once

#include <functional>
#include <optional>

#include "checker/equivalence/equivalence.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

using CompareTwo =
    std::function<EquivalenceReport(const Side& a, const Side& b, const EquivalenceOptions& options)>;

// Nothing: no third kernel was found that both are proved equal to.
std::optional<EquivalenceReport> compare_through_third(const Side& a, const Side& b,
                                                const EquivalenceOptions& options,
                                                effort::Clock::time_point deadline,
                                                const CompareTwo& compare);

}  // namespace warpproof::equivalence
