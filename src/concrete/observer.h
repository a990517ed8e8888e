// What a run does, step by step while it runs, for those who draw it (RunOptions::observer). A run that is observed takes the
// general way everywhere, with the same outcome, and keeps no trace of its own.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "src/base/lane_set.h"
#include "src/program/program.h"

namespace warpproof {

struct TraceStep;

// One warp between two steps. Lanes in none of the sets go on, somewhere.
struct WarpSnapshot {
  LaneSet exists, exited, halted, waiting;
  // Lanes that stand at one instruction: they wait there, or go on from there. Those that the step is about may be
  // in none.
  struct Standing {
    LaneSet lanes;
    std::uint32_t place = 0;  // index into Program::places
    bool waits = false;
    bool operator==(const Standing&) const = default;
  };
  std::vector<Standing> standing;
  bool operator==(const WarpSnapshot&) const = default;
};

class Observer {
 public:
  using Snapshot = std::function<std::vector<WarpSnapshot>()>;  // of the block's warps, as they are now
  enum class Access : std::uint8_t { Read, Write, Atomic };

  Observer() = default;
  Observer(const Observer&) = delete;
  virtual ~Observer() = default;

  // A step of block number `block`, just before it takes effect. Every instruction is one (RunOptions::trace_instructions).
  virtual void step(std::uint32_t block, const TraceStep& step, const Snapshot& now) = 0;
  // What the instruction of the last step wrote into a register of its function.
  virtual void wrote(std::uint32_t function, std::uint32_t reg, LaneSet lanes,
                     const std::array<std::uint64_t, 32>& values) = 0;
  // An access of one lane; `address` is an offset in shared, local and parameter memory, else generic. `value`: what
  // is read or written; of an atomic operation what was there before.
  virtual void accessed(Space space, std::uint64_t address, int bytes, int lane, Access kind,
                        std::uint64_t value) = 0;
  // The block has come to its end, or to a standstill.
  virtual void ended(std::uint32_t block, const Snapshot& now) = 0;
};

}  // namespace warpproof
