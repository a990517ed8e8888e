// Registers of lanes: what an operand is in each lane, and who has an undefined value; special registers and clocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "src/concrete/bank.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/report.h"
#include "src/concrete/vector_domain.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class Registers {
 public:
  explicit Registers(const Parts& parts);

  VectorDomain domain;

  // By thread: how often it has read a clock.
  const std::map<std::uint32_t, std::size_t>& clock_readings() const { return clock_readings_; }
  void load_register(const Bank& bank, std::uint32_t reg, LaneMask mask, std::uint32_t place, Read& out);
  void read_operand(const Instruction& in, const Operand& operand, int width, const Warp& warp,
                    const Bank& bank, LaneMask mask, Read& out);
  void store_register(Bank& bank, std::uint32_t reg, LaneMask mask, const LaneVector& word, LaneMask tainted,
                      const std::array<OriginId, kLanes>& origin);
  void write_destination(const Instruction& in, std::size_t index, Bank& bank, LaneMask mask,
                         const LaneVector& word, bool sign, LaneMask tainted,
                         const std::array<OriginId, kLanes>& origin);
  bool load_defined(const Bank& bank, const Operand& operand, LaneMask mask, LaneVector& word) const;
  // The lanes of `mask` that execute an instruction.
  LaneMask guard_mask(const Instruction& in, Warp& warp, const Bank& bank, LaneMask mask) {
    return in.guard.reg < 0 ? mask : guarded(in, warp, bank, mask);
  }
  void report_use(const Read& read, LaneMask mask, const Instruction& in, const Warp& warp,
                  const char* as_what);

 private:
  LaneMask guarded(const Instruction& in, Warp& warp, const Bank& bank, LaneMask mask);
  LaneVector special_register(const Operand& operand, int width, const Warp& warp, LaneMask mask);
  std::uint64_t read_clock(std::uint32_t thread);

  const Setup& setup_;
  const Launch& launch_;
  const RunInputs& inputs_;
  Report& report_;
  const Code& code_;
  Threads& threads_;

  std::map<std::uint32_t, std::size_t> clock_readings_;  // by thread
  std::uint64_t special_counter_ = 0;
};

}  // namespace warpproof::concrete
