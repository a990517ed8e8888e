// Where a kernel stayed unknown: a simple condition on its parameters or its grid under which it is proved.
//
// Applies to kernels whose every reason is effort that ran out or a question that was not decided. It has a fifth of the
// kernel's effort, half of it for the first condition, the rest in equal parts for the others. Each is tried by a whole check of the kernel under
// it, which says "proved" only with a run that keeps it (checker/witness).
//
// A condition that proves the kernel by keeping it from what was not decided helps nobody. So it counts only if runs
// under it get to each place that was not decided, and if each loop of the kernel goes on to a second iteration.
#pragma once

#include <functional>

#include "checker/attempt/check_options.h"
#include "checker/report/report.h"
#include "src/program/program.h"

namespace warpproof::strategies {

// `check`: of the kernel with other options. `out`: the verdict so far; its safe_if is set.
void look_for_bounds(const Program& program, std::uint32_t function, const CheckOptions& options,
                     const std::function<report::Kernel(const CheckOptions&)>& check, report::Kernel& out);

}  // namespace warpproof::strategies
