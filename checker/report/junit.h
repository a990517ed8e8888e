// The report as JUnit XML, which build servers show as test results.
#pragma once

#include <string>

#include "checker/report/report.h"

namespace warpproof::report {

// A suite a file, a test case a kernel and launch. A violation is a failure, with its findings as text; what was not
// decided is an error, as is a file that could not be read: neither is a test that passed.
std::string to_junit(const Report& report);

}  // namespace warpproof::report
