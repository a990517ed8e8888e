// A counterexample as a host program for a GPU (`check --emit-reproducer`): the inputs and the launch, the kernel's
// source, and what the evaluator says, so that the two can be seen side by side. What a GPU does is an observation: the
// kernel breaks a rule, so that nothing is defined.
//
// What the counterexample leaves open is filled with distinct values that are not 0, so that wrong values show: the
// words of a buffer that the model does not name, else all of the buffer. Each choice is run on the evaluator and kept
// only if the same rule is still broken at the same place and memory is not left. So the program always shows the
// finding's run, perhaps with other contents of buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/rule.h"
#include "src/concrete/evaluator.h"
#include "src/machine/launch.h"
#include "src/program/program.h"

namespace warpproof::reproducer {

struct Question {
  const Program& program;
  std::uint32_t root = 0;  // a kernel
  Launch launch;
  RunInputs inputs;
  std::optional<std::uint64_t> schedule;
  spec::Rule rule{};
  std::uint32_t place = 0;                // of the finding, index into Program::places
  std::vector<std::string> names, types;  // of the parameters, as the source has them; may be empty
  std::string title;                      // "kernel k: race at k.cu:9:3"
  std::string source;                     // file to include; or, of PTX:
  std::string kernel;                     // C++ expression that names the kernel; of PTX its entry
  std::optional<std::string> ptx;
};

struct Answer {
  std::string program;  // empty: there is none
  std::string why_none;
  std::vector<std::string> filled;  // buffers whose contents were chosen
};

Answer write_reproducer(const Question& question);

}  // namespace warpproof::reproducer
