// Checks one kernel: from its lowered program to a verdict.
#pragma once

#include <string>
#include <vector>

#include "checker/attempt/check_options.h"
#include "checker/report/report.h"
#include "src/program/program.h"

namespace warpproof {

// Does `name` (a source name, a PTX name or a number from 0) name a parameter of this kernel?
bool has_parameter(const Program& program, std::uint32_t function,
                   const std::vector<std::string>& parameter_names, const std::string& name);

// Never throws for what a kernel contains. Names in `parameters` that are not this kernel's are left alone,
// so that one set of them serves several kernels; the caller uses has_parameter() to reject a name that no
// kernel has.
report::Kernel check_kernel(const Program& program, std::uint32_t function, const CheckOptions& options);

}  // namespace warpproof
