// `warpproof equiv`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/cli/check_command.h"
#include "checker/cli/options.h"
#include "src/base/lane_set.h"

namespace warpproof::cli {

struct EquivArguments {
  std::string a, b;             // FILE[:KERNEL]; b is empty where there is a specification
  std::string spec, spec_type;  // --spec (reference.h)
  CheckArguments common;        // all but files and kernels
  std::optional<LaneSet> lanes;
  bool real = false;
  std::vector<std::pair<std::string, std::string>> map;
};

// Prints one report. Returns the exit status: 0 equivalent, 1 different or undefined behaviour, 2 unknown, 3
// bad input.
int run_equiv(const EquivArguments& arguments, const Console& console);

}  // namespace warpproof::cli
