// The program that runs: where its lanes stand, which instruction is under execution, and what a place belongs to.
#pragma once

#include <cstdint>
#include <vector>

#include "src/concrete/context.h"
#include "src/concrete/positions.h"
#include "src/concrete/warp.h"
#include "src/machine/barrier_sites.h"
#include "src/machine/finding.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class Code {
 public:
  explicit Code(const Context& context);
  Code(const Code&) = delete;

  Positions positions;
  BarrierSites sites;
  const bool holds_barrier;  // the kernel does
  // The instruction under execution.
  PositionId current = kNoPosition;
  std::uint32_t current_instruction = 0;

  const Function& function_at(PositionId p) const {
    return setup_.program.functions[positions.at(p).function];
  }
  const Instruction& instruction_at(PositionId p) const;
  const Instruction& instruction_of(const Wait& wait) const {
    return setup_.program.functions[wait.function].code[wait.instruction];
  }
  std::uint32_t place_of(PositionId p) const;
  std::vector<RelatedPlace> calls_from_elsewhere(PositionId position, std::uint32_t place) const;
  std::uint64_t local_base(PositionId position) const;
  std::uint64_t variable_address(std::uint32_t variable) const;

 private:
  const Setup& setup_;
};

}  // namespace warpproof::concrete
