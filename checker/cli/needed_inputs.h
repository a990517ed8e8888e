// Which inputs a finding needs: its run is made again with other values in their place.
#pragma once

#include <vector>

#include "checker/cli/parameters.h"
#include "checker/launch/condition.h"
#include "checker/report/report.h"

namespace warpproof::cli {

// Leaves out of Finding::inputs what the finding does not need (typed_inputs.h). A number, or a structure, is not needed if
// the same rule is broken at the same place with 0, 1, -1, the largest value and one that many numbers divide in its place, of
// those that keep the conditions, and also if all that is not needed has such a value. Memory that is 0 likewise. The command
// that makes the run again keeps all inputs. What is too long to run again stays as it is.
void keep_needed_inputs(const Selected& kernel, const std::vector<launch::Condition>& conditions, report::Kernel& result);

}  // namespace warpproof::cli
