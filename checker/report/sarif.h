// The report as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), for code hosts and editors.
#pragma once

#include <string>

#include "checker/report/report.h"

namespace warpproof::report {

// One run. A result a finding, with its trace as a code flow, and one of level note and kind "open" a kernel that was not
// decided. Files that could not be read are notifications, and make the run one that did not succeed.
std::string to_sarif(const Report& report);

}  // namespace warpproof::report
