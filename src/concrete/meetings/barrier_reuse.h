// barrier.rearrive and barrier.count across generations: which generation an arrival falls into must not be
// up to the schedule (spec/barrier.h, reuse).
//
// What is judged is what happened before what, not what the schedule at hand makes of it: a barrier's waiters
// know what its participants knew when they arrived there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "src/concrete/barrier_state.h"
#include "src/concrete/parts.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class BarrierReuse {
 public:
  explicit BarrierReuse(const Parts& parts);

  // Arrivals and completions are counted; 0 is never.
  std::uint64_t next_time() { return ++barrier_time_; }
  std::uint32_t counted_threads(std::optional<std::uint32_t> count) const;
  void check_reuse(std::uint32_t id, std::optional<std::uint32_t> count, const Instruction& in,
                   std::uint32_t warp, int lane);
  void judge_overfull(std::uint32_t id, const BarrierState& fired, const BarrierState& rest);
  void note_generation(std::uint32_t id, const BarrierState& fired);

 private:
  bool is_of_one_warp(const BarrierState& fired) const;
  std::uint32_t place_of_generation(const BarrierState& fired) const;
  bool tells(const BarrierState& fired, const Generation& generation) const;

  const Launch& launch_;
  const std::vector<Warp>& warps_;
  Report& report_;
  const Code& code_;
  const Threads& threads_;
  Record& record_;

  std::map<std::uint32_t, std::vector<Generation>> generations_;  // by barrier, the latest last
  std::uint64_t barrier_time_ = 0;
};

}  // namespace warpproof::concrete
