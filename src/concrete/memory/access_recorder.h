// What the race monitors hear of a run: accesses, fences, and what orders threads through memory.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/concrete/accessed.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/warp.h"
#include "src/machine/access_kind.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class AccessRecorder {
 public:
  explicit AccessRecorder(const Parts& parts);

  std::optional<std::uint32_t> pending_group;  // of the asynchronous copy whose accesses are noted

  void note_access(const Instruction& in, const Warp& warp, int lane, const Accessed& a,
                   RaceMonitor::Kind kind, int bytes, std::uint64_t value);
  void note_between(const Instruction& in, AccessKind kind, std::uint32_t thread, std::uint64_t address,
                    int bytes, std::uint64_t value);
  void note_fence(const Instruction& in, std::uint32_t warp, LaneMask mask);
  void note_strong(const Instruction& in, std::uint32_t thread, const Accessed& a, bool reads, bool writes);
  AccessKind without_atomicity(const Instruction& in, AccessKind kind) const;

 private:
  void tell_change(const Instruction& in, std::uint32_t warp, int lane, const Accessed& a, bool is_atomic, int bytes);

  const Setup& setup_;
  const RunOptions& options_;
  const std::uint32_t block_;
  const Positions& positions_;
  PositionId& current_;
  RaceMonitor& races_;
  GridRaceMonitor* const between_;
  std::uint64_t& race_instruction_;
  Threads& threads_;
  EndlessLoops& endless_loops_;
  Observed& observed_;
  Executions& executions_;
  ReadOnlyLoads& read_only_loads_;
  std::unordered_map<PositionId, std::vector<std::uint32_t>> calls_;  // of positions where a change was told
};

}  // namespace warpproof::concrete
