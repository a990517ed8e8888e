// Asynchronous copies (spec/async_copy.h). A copy takes effect at the wait that covers it; under a random schedule half of
// them do when they are issued. The race monitor has it pending in between.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "src/concrete/accessed.h"
#include "src/concrete/bank.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/vector_domain.h"
#include "src/concrete/warp.h"
#include "src/machine/copy_halves.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class AsyncCopies {
 public:
  explicit AsyncCopies(const Parts& parts);

  void async_copy(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void leave_copies(std::uint32_t warp, LaneMask lanes);
  bool copies_are_pending() const;

 private:
  struct AsyncCopy {
    Accessed to, from;
    std::uint32_t copied = 0, read = 0;  // bytes
    std::uint32_t group = 0;             // commits before it
    bool is_made = false;                // it has taken place
  };
  struct ThreadCopies {
    std::uint32_t commits = 0;
    std::vector<AsyncCopy> pending;
  };

  const CopyHalves& halves_of(const Instruction& in);
  std::array<std::uint32_t, kLanes> source_sizes(const Instruction& in, const Warp& warp, const Bank& bank,
                                                 LaneMask mask);
  void issue_copies(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void note_copy(const CopyHalves& halves, const Warp& warp, int lane, const AsyncCopy& copy);
  void make_copy(const AsyncCopy& copy);
  void wait_for_copies(std::uint32_t thread, std::uint32_t may_be_pending);

  const Launch& launch_;
  const RunOptions& options_;
  std::optional<std::mt19937_64>& random_;
  RaceMonitor& races_;
  std::uint64_t& race_instruction_;
  std::optional<std::uint32_t>& pending_group_;
  Threads& threads_;
  Record& record_;
  Registers& registers_;
  Locator& locator_;
  AccessJudge& access_judge_;
  LoadsAndStores& loads_and_stores_;
  Executions& executions_;
  AccessRecorder& access_recorder_;

  std::vector<ThreadCopies> copies_;  // by thread; empty until one is issued
  std::map<const Instruction*, CopyHalves> copy_halves_;  // of cp.async
};

}  // namespace warpproof::concrete
