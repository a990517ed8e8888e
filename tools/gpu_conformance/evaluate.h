// Conformance programs on the evaluator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/gpu_conformance/program.h"

namespace warpproof::conformance {

struct EvaluatorOutput {
  std::vector<std::uint32_t> words;
  std::string complaint;  // why the run did not finish, or the errors that it found; empty when all is well
};
EvaluatorOutput evaluate(const ConformanceProgram& program);

}  // namespace warpproof::conformance
