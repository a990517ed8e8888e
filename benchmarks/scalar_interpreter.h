// The baseline of //benchmarks:evaluator: a plain interpreter of lowered programs, one lane at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "src/program/program.h"

namespace warpproof::benchmarks {

// One warp of a kernel. Global memory is one array of words, addressed in bytes from 0; parameters are read
// at their layout's offsets. Instructions that the benchmark's kernels do not use are a logic_error.
class ScalarInterpreter {
 public:
  ScalarInterpreter(const Function& kernel, std::vector<std::uint64_t> parameters,
                    std::vector<std::uint32_t>& global);
  // Runs to the end; the number of warp instructions.
  std::uint64_t run();

 private:
  static constexpr int kLanes = 32;
  void step(std::uint32_t at, std::uint32_t lanes);
  void lane_step(const Instruction& in, int lane);
  std::uint64_t read(const Operand& o, int lane) const;
  void write(const Operand& o, int lane, std::uint64_t value);
  std::uint64_t compute(const Instruction& in, int lane) const;
  void shuffle(const Instruction& in);

  const Function& f_;
  std::vector<std::uint64_t> parameters_;
  std::vector<std::uint32_t>& global_;
  std::vector<std::uint32_t> shared_;
  std::vector<std::uint64_t> registers_;  // [lane * registers + register]
  std::vector<std::uint32_t> next_;       // by lane: the instruction, past the end when it has returned
  std::vector<std::uint32_t> block_start_;
};

}  // namespace warpproof::benchmarks
