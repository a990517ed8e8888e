// memory.read-only: what a run stores to where it loads by ld.global.nc or ldu (read_only_monitor.h).
#pragma once

#include <cstdint>

#include "src/concrete/evaluator.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/read_only_monitor.h"
#include "src/concrete/report.h"
#include "src/machine/access_kind.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class ReadOnlyLoads {
 public:
  explicit ReadOnlyLoads(const Parts& parts);

  bool judges_read_only_loads() const { return read_only_ != nullptr; }
  void note_read_only(const Instruction& in, AccessKind kind, std::uint32_t thread, std::uint64_t address,
                      int bytes);

 private:
  void report_read_only(const ReadOnlyMonitor::Access& load, const ReadOnlyMonitor::Access& store,
                        bool load_is_later);

  const Setup& setup_;
  const Launch& launch_;
  const RunOptions& options_;
  const std::uint32_t block_;
  const PositionId& current_;
  Report& report_;
  RunResult& result_;
  const Code& code_;
  Record& record_;
  RaceJudge& race_judge_;

  ReadOnlyMonitor own_;
  ReadOnlyMonitor* const read_only_;  // of all blocks, or own_; null: nothing is to be judged
};

}  // namespace warpproof::concrete
