// Block barriers: arriving, completing a generation, and what the threads get from it (spec/barrier.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/barrier.h"
#include "src/concrete/barrier_state.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/vector_domain.h"
#include "src/concrete/warp.h"
#include "src/machine/scalar_domain.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class BlockBarriers {
 public:
  explicit BlockBarriers(const Parts& parts);

  Barriers barriers;  // by number

  void arrive_at_barrier(const Instruction& in, PositionId position, const Group& group);
  bool fire_barrier(std::uint32_t id);
  std::vector<spec::BarrierThread<ScalarDomain>> threads_at(const BarrierState& state) const;

 private:
  void barrier_arrival(const Instruction& in, PositionId position, Warp& warp, int lane, std::uint32_t id,
                       std::optional<std::uint32_t> count, bool predicate, OriginId undefined,
                       LaneMask together);
  void trace_arrival(const Instruction& in, PositionId position, std::uint32_t warp, LaneMask arriving,
                     const LaneVector& id, const LaneVector* count);
  bool barrier_complete(const BarrierState& state) const;
  std::vector<LaneMask> warps_of_generation(const BarrierState& state) const;
  void complete_barrier(std::uint32_t id);
  void barrier_results(const BarrierState& state);

  const Launch& launch_;
  const RunOptions& options_;
  const Positions& positions_;
  const std::uint32_t& current_instruction_;
  std::vector<Warp>& warps_;
  bool& unsettled_;
  std::optional<std::uint32_t>& traced_barrier_;
  VectorDomain& domain_;
  RaceMonitor& races_;
  const Code& code_;
  Threads& threads_;
  Record& record_;
  Registers& registers_;
  ControlFlow& control_flow_;
  BarrierRules& barrier_rules_;
  BarrierReuse& barrier_reuse_;
  Bypasses& bypasses_;
  MeetingOrder& meeting_order_;
};

}  // namespace warpproof::concrete
