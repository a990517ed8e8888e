// What a run stores to shared and global memory while it runs, for those who hold facts about memory against it
// (RunOptions::changes). The run has the same outcome as without.
#pragma once

#include <cstdint>
#include <vector>

namespace warpproof {

class ChangeObserver {
 public:
  // One lane stores, or an atomic operation of one lane is made. Asynchronous copies store when they are issued.
  struct Change {
    const std::vector<std::uint32_t>& calls;  // places of the calls around it, the outermost first
    std::uint32_t place = 0;                  // of the instruction, index into Program::places
    std::uint32_t thread = 0;
    std::uint64_t iterations = 0;  // equal for equal iterations of all loops around
    std::uint64_t address = 0;     // generic
    int bytes = 0;
    bool is_atomic = false;
  };

  ChangeObserver() = default;
  ChangeObserver(const ChangeObserver&) = delete;
  virtual ~ChangeObserver() = default;

  virtual void changes(const Change& change) = 0;
};

}  // namespace warpproof
