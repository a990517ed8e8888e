// A second look, at accesses out of shared memory and of variables.
//
// Applies where everything was proved but no run was found that keeps what the proof assumes, and bounds are
// not judged anyway. Where that is as each run leaves the shared memory of the launch, such as dynamic shared
// memory that the launch does not give, it is an error of the kernel with that launch. Refutes only. It has
// the kernel's whole budget once more.
#pragma once

#include <functional>

#include "checker/attempt/check_options.h"
#include "checker/report/report.h"

namespace warpproof::strategies {

// `check`: of the kernel with other options. `out`: the verdict so far.
void look_at_bounds(const CheckOptions& options,
                    const std::function<report::Kernel(const CheckOptions&)>& check, report::Kernel& out);

}  // namespace warpproof::strategies
