// One cause is reported once: what one mistake brings about in one run is one finding.
#pragma once

#include <vector>

#include "checker/report/report.h"

namespace warpproof::report {

// Of findings in the order of put_in_order(), those that an earlier one of the same run explains become places of that
// one (Finding::related), with what they say:
//   * who waits for whom in a deadlock, or at a barrier that some threads go around, is reported from one side;
//   * one wrong mask, or a block with too few lanes, is one cause, however many operations it spoils;
//   * values that were not written, and the steps of one reduction in a warp that lack a __syncwarp(), are one mistake;
//   * that a barrier completes from several places, or without lanes that have exited, follows from such a cause.
// An error stays an error: only errors, or what is less, are joined to it. A verdict does not change.
void tell_once(std::vector<Finding>& findings);

}  // namespace warpproof::report
