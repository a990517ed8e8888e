// What the block's race monitor (race_monitor.h) finds, as findings with their texts and the steps that led there.
#pragma once

#include <vector>

#include "spec/rules.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"

namespace warpproof::concrete {

class RaceJudge {
 public:
  explicit RaceJudge(const Parts& parts);

  void report_race(spec::Rule rule, const RaceMonitor::Access& earlier, const RaceMonitor::Access& later,
                   bool equal_values);
  void trace_access(const RaceMonitor::Access& access);

 private:
  const Setup& setup_;
  const Launch& launch_;
  const RunOptions& options_;
  const Positions& positions_;
  const std::vector<Warp>& warps_;
  Report& report_;
  RunResult& result_;
  const Code& code_;
  Record& record_;
  const AccessJudge& access_judge_;
};

}  // namespace warpproof::concrete
