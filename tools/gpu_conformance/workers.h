// Programs on the GPU in several processes, because compiling them takes longer than running them, and
// because a program that faults or hangs costs its process only.
#pragma once

#include <string>
#include <vector>

#include "tools/gpu_conformance/program.h"

namespace warpproof::conformance {

struct WorkResult {
  std::vector<std::uint32_t> words;
  std::string failure;  // why there are no words
  std::string device;
};
// One a program, in the list's order. When many fail, or on SIGTERM, the rest is left out: "not run".
std::vector<WorkResult> run_in_workers(const std::vector<ProgramId>& list);

}  // namespace warpproof::conformance
