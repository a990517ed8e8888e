// `warpproof check`.
#pragma once

#include <iosfwd>

#include "checker/cli/check_request.h"
#include "checker/report/report.h"

namespace warpproof::cli {

inline constexpr int kExitBadInput = 3;

struct Console {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;  // colour
  bool err_is_terminal = false;  // progress
};

// Reads all files, checks all kernels asked for, prints one report. Bad files are reported on `err` while the
// others are still checked. Returns the exit status: the first of 3 (bad input), 1 (violation), 2 (unknown),
// 0 (proved) that occurs.
int run_check(const CheckRequest& request, const Console& console);

}  // namespace warpproof::cli
