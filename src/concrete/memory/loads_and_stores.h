// Loads, stores and atomics of lanes, in the general way (fast_rows.h has the usual case).
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "src/concrete/accessed.h"
#include "src/concrete/bank.h"
#include "src/concrete/cells.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/report.h"
#include "src/concrete/vector_domain.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class LoadsAndStores {
 public:
  explicit LoadsAndStores(const Parts& parts);

  void memory(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void check_same_address(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
                          const std::array<std::uint64_t, kLanes>& at, const Numbers& stores,
                          std::uint64_t bytes,
                          const std::function<std::uint64_t(int lane, std::uint64_t i)>& byte_of);

 private:
  void load(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask, LaneMask bad,
            const std::array<std::uint64_t, kLanes>& at);
  bool is_beside_written(const Accessed& a) const;
  bool is_padded(const Accessed& a, int bytes) const;
  bool is_unwritten(const CellMemory::Value& value) const;
  void store(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
             const std::array<std::uint64_t, kLanes>& at);
  void atomic(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask,
              const std::array<std::uint64_t, kLanes>& at);

  Report& report_;
  VectorDomain& domain_;
  RaceMonitor& races_;
  std::uint64_t& race_instruction_;
  Threads& threads_;
  Record& record_;
  Registers& registers_;
  EndlessLoops& endless_loops_;
  Locator& locator_;
  AccessJudge& access_judge_;
  FastRows& fast_rows_;
  Executions& executions_;
  AccessRecorder& access_recorder_;
};

}  // namespace warpproof::concrete
