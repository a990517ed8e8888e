// Where an access of a lane goes: which memory, and at which place in it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "src/concrete/accessed.h"
#include "src/concrete/bank.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/report.h"
#include "src/concrete/vector_domain.h"
#include "src/concrete/warp.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class Locator {
 public:
  explicit Locator(const Parts& parts);

  void addresses_of(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                    std::array<std::uint64_t, kLanes>& out);
  Accessed locate(const Instruction& in, const Warp& warp, Bank& bank, int lane, std::uint64_t address);
  void note_reach(const Location& where, std::uint64_t bytes);

 private:
  const Setup& setup_;
  std::vector<Warp>& warps_;
  const Report& report_;
  RunResult& result_;
  CellMemory& global_;
  CellMemory& shared_;
  CellMemory& kernel_params_;
  const std::uint64_t& kernel_param_bytes_;
  std::vector<std::unique_ptr<CellMemory>>& local_;
  const Code& code_;
  Threads& threads_;
  Registers& registers_;
};

}  // namespace warpproof::concrete
