// What usually mends a finding, in the words of its source: of PTX, those of PTX. For the writers of this library.
#pragma once

#include <string_view>

#include "checker/report/report.h"

namespace warpproof::report {

std::string_view remedy(const Finding& finding);

}  // namespace warpproof::report
