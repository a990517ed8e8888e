// Iterations of loops, and what those hear who watch them (loop_observer.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"

namespace warpproof::concrete {

class LoopIterations {
 public:
  explicit LoopIterations(const Parts& parts);

  // Do iterations matter, to barriers or to who executes what together?
  bool counts_iterations() const { return counts_iterations_; }
  void pass_loop_head(PositionId position, std::uint32_t from, std::uint32_t to, std::uint32_t warp,
                      Bank& bank, LaneMask lanes);
  void tell_going_on(PositionId position);

 private:
  int number_of_loop(PositionId head);
  void tell_loop_head(PositionId head, std::uint32_t warp, const Bank& bank, LaneMask lanes, bool again);

  const Setup& setup_;
  const Launch& launch_;
  const RunOptions& options_;
  Positions& positions_;
  const bool holds_barrier_;
  const std::vector<std::unique_ptr<CellMemory>>& local_;
  Threads& threads_;

  std::vector<int> loop_numbers_;  // by position of their heads, of RunOptions::loops
  const bool counts_iterations_;
};

}  // namespace warpproof::concrete
