// memory.out-of-bounds and memory.misaligned, where the run knows how large things are, and what an address is called in
// messages.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "src/concrete/bank.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/vector_domain.h"
#include "src/concrete/warp.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class AccessJudge {
 public:
  explicit AccessJudge(const Parts& parts);

  bool judges_alignment(const Instruction& in) const;
  LaneMask judge_access(const Instruction& in, const Warp& warp, const Bank& bank, LaneMask mask,
                        const std::array<std::uint64_t, kLanes>& at, std::uint64_t bytes);
  std::uint64_t room_at(const Instruction& in, const Bank& bank, const Location& where) const;
  std::string describe_address(const Location& where) const;
  std::string describe_shared(std::uint64_t offset) const;

 private:
  Location judged_location(const Instruction& in, std::uint64_t address) const;

  const Setup& setup_;
  const Launch& launch_;
  const RunInputs& inputs_;
  const PositionId& current_;
  const std::uint64_t& kernel_param_bytes_;
  const Code& code_;
  Threads& threads_;
  Record& record_;
};

}  // namespace warpproof::concrete
