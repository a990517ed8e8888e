// The usual case of a warp collective: a whole warp arrives together, with defined operands and a mask that names all
// lanes. It fires at once, and no rule has anything to say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_kernels.h"
#include "src/concrete/meetings/shuffle.h"
#include "src/concrete/parts.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/vector_domain.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class FastCollectives {
 public:
  explicit FastCollectives(const Parts& parts);

  bool collective_at_once(const Instruction& in, std::uint32_t instruction, std::uint32_t w, Bank& bank);

 private:
  bool may_act_at_once(const Instruction& in) const;
  std::optional<ShuffleRegisters> shuffle_registers(const Instruction& in, const Bank& bank) const;
  bool exchange(const ShuffleRegisters& at, const ShuffleSources& sources, Bank& bank) const;
  bool shuffle_at_once(const Instruction& in, std::uint32_t instruction, Bank& bank);
  const FixedShuffle& fixed_shuffle(std::uint32_t function, std::uint32_t instruction, const Bank& bank);
  FixedShuffle judge_fixed(const Instruction& in, std::uint32_t instruction, const Bank& bank);
  bool run_fixed(const FixedShuffle& shuffle, std::uint32_t w, Bank& bank);
  bool combine_at_once(const Instruction& in, Bank& bank);
  const std::uint32_t* uniform_words(const Operand& operand, const Bank& bank,
                                     std::array<std::uint32_t, kLanes>& immediate) const;
  ShuffleSources& recent_sources(std::uint32_t function, std::uint32_t instruction, std::uint32_t b);
  void find_sources(const Instruction& in, const std::uint32_t* b, const std::uint32_t* c,
                    ShuffleSources& out) const;

  const Setup& setup_;
  const Launch& launch_;
  const RunOptions& options_;
  VectorDomain& domain_;
  RaceMonitor& races_;
  Registers& registers_;
  const CollectiveInputs& collective_inputs_;
  MeetingOrder& meeting_order_;

  std::vector<std::vector<std::uint32_t>> shuffle_numbers_;  // by function and instruction, from 1
  std::vector<ShuffleSources> shuffle_sources_;
  std::vector<std::vector<std::uint32_t>> fixed_numbers_;  // by function and instruction, from 1
  std::vector<FixedShuffle> fixed_shuffles_;
  const LaneKernel permute_ = lane_kernels().moves[static_cast<std::size_t>(LaneMove::Permute)].full;
};

}  // namespace warpproof::concrete
