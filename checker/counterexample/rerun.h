// A run in the words of `warpproof run`: whoever reads a finding can make the same run again.
#pragma once

#include <string>
#include <vector>

#include "checker/counterexample/counterexample.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

// Options of `warpproof run`, after the file, what compiles it, and the kernel's name: launch, policies, values of
// all parameters, words of memory that are not 0, and what the hardware's registers held. Empty for a run that has no
// words there (a warp of less than 32 lanes).
std::vector<std::string> rerun_options(const Program& program, const Replay& replay,
                                       const std::vector<std::string>& parameter_names);

}  // namespace warpproof::counterexample
