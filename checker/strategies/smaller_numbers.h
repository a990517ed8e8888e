// Launches with large numbers, k<<<4, 256>>>(x, 1'000'000), of which no run comes to its end within the effort.
//
// What is proved of every number is proved of the launch's own: the conditions that give it these numbers are left out. The run
// that shows that the assumptions can be kept (checker/witness) has smaller numbers then. Side condition: what is assumed can be
// kept by the launch itself. It is looked at only as far as a run of it was followed, which the verdict says.
#pragma once

#include <functional>

#include "checker/attempt/check_options.h"
#include "checker/report/report.h"

namespace warpproof::strategies {

// `check`: of the kernel with other options.
report::Kernel check_large_numbers(const CheckOptions& options, const std::function<report::Kernel(const CheckOptions&)>& check);

}  // namespace warpproof::strategies
