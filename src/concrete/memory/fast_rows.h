// The usual case of an access to memory: all 32 lanes of a warp load or store consecutive words.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "src/concrete/bank.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class FastRows {
 public:
  explicit FastRows(const Parts& parts);

  bool row_at_once(const Instruction& in, const Warp& warp, Bank& bank, LaneMask mask);

 private:
  void note_row(const Instruction& in, const Warp& warp, const CellMemory* memory, std::uint64_t start,
                int bytes, const void* words);
  CellMemory* row_memory(const Instruction& in, const Bank& bank, std::uint64_t start, std::uint64_t bytes);

  const Setup& setup_;
  const RunInputs& inputs_;
  const RunOptions& options_;
  const PositionId& current_;
  RunResult& result_;
  CellMemory& global_;
  CellMemory& shared_;
  const std::optional<std::mt19937_64>& random_;
  RaceMonitor& races_;
  GridRaceMonitor* const between_;
  std::uint64_t& race_instruction_;
  Threads& threads_;
  const EndlessLoops& endless_loops_;
  Locator& locator_;
  const AccessJudge& access_judge_;
  Executions& executions_;
  AccessRecorder& access_recorder_;
  ReadOnlyLoads& read_only_loads_;
};

}  // namespace warpproof::concrete
