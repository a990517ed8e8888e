// What observers get (observer.h).
#pragma once

#include <cstdint>
#include <vector>

#include "src/concrete/accessed.h"
#include "src/concrete/bank.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/observer.h"
#include "src/concrete/parts.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class Observed {
 public:
  explicit Observed(const Parts& parts);

  std::vector<WarpSnapshot> snapshot() const;
  void tell_written(const Instruction& in, const Bank& bank, LaneMask mask);
  void tell_access(const Accessed& a, RaceMonitor::Kind kind, int bytes, int lane, std::uint64_t value);
  void add_sources(const Instruction& in, const Warp& warp, LaneMask participants, TraceStep& step) const;

 private:
  const Launch& launch_;
  const RunOptions& options_;
  const std::vector<Warp>& warps_;
  const Code& code_;
  const Schedule& schedule_;
};

}  // namespace warpproof::concrete
