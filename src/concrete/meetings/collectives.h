// Warp collectives: lanes arrive, wait for the others that their mask names, and fire. The meaning is spec/'s; here it is
// fed and obeyed.
#pragma once

#include <cstdint>
#include <vector>

#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class Collectives {
 public:
  explicit Collectives(const Parts& parts);

  void arrive_at_collective(const Instruction& in, PositionId position, const Group& group);
  bool meets(const Wait& a, const Wait& b) const;
  bool fire_one(std::uint32_t warp);
  void trace_firing(const Instruction& in, const Warp& warp, std::uint32_t w, LaneMask participants,
                    std::vector<std::uint64_t> values);

 private:
  static std::vector<LaneMask> by_mask(const Warp& warp, LaneMask lanes);
  LaneMask drop_outsiders(const Instruction& in, Warp& warp, LaneMask mask);
  void wait_for_others(const Instruction& in, Warp& warp, LaneMask mask);
  void collective_pre70(const Instruction& in, Warp& warp, LaneMask mask);
  void fire(std::uint32_t warp, LaneMask participants);
  void note_points(const Warp& warp, LaneMask participants);
  void note_exited_lanes(const Instruction& in, const Warp& warp, std::uint32_t w, LaneMask participants);

  const Launch& launch_;
  const RunOptions& options_;
  const Positions& positions_;
  const PositionId& current_;
  std::uint32_t& current_instruction_;
  std::vector<Warp>& warps_;
  bool& unsettled_;
  Report& report_;
  const Code& code_;
  Threads& threads_;
  Record& record_;
  ControlFlow& control_flow_;
  const Observed& observed_;
  CollectiveInputs& collective_inputs_;
  CollectiveResults& collective_results_;
  FastCollectives& fast_collectives_;
  MatrixOperations& matrix_operations_;
  MeetingOrder& meeting_order_;
};

}  // namespace warpproof::concrete
