// A happens-before race detector for one run: vector clocks, one a thread, over the accesses that really took
// place.
//
// Order: program order; a block barrier orders everything before it against everything after it; a named
// barrier orders what its arrivals did before against what its waiters do after; bar.warp.sync orders its
// lanes. Shuffles, votes, matches and redux order nothing (PTX ISA 9.x 8.7.1). Two accesses of different
// threads to one byte, one of them a store, not both atomic, that nothing orders are a race. Independent of
// the symbolic executor's bookkeeping on purpose: it is what replays the races that the executor proposes.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "spec/rules.h"

namespace warpproof::concrete {

class RaceMonitor {
 public:
  enum class Kind : std::uint8_t { Read, Write, Atomic };
  struct Access {
    std::uint32_t thread = 0;
    Kind kind = Kind::Read;
    std::uint64_t address = 0;  // generic
    int bytes = 0;
    std::uint64_t value = 0;        // of a write
    std::uint64_t instruction = 0;  // one number for all lanes that run an instruction at once
    std::uint32_t place = 0;
    // One number for the lanes of a warp that run an instruction together where the schedule keeps lanes at
    // one place together: their stores to one address are those of one store instruction.
    std::uint64_t execution = 0;
  };
  using Report =
      std::function<void(spec::Rule rule, const Access& earlier, const Access& later, bool equal_values)>;

  RaceMonitor(std::uint32_t threads, std::uint32_t warp_size, Report report);

  void access(const Access& access);
  // Threads that all wait for each other: a warp's lanes, or the waiters and arrivals of a barrier.
  // `releases` gives the clocks of threads that arrived without waiting, taken by release().
  void meet(const std::vector<std::uint32_t>& threads, const std::vector<std::uint64_t>* released = nullptr);
  // The clock of a thread that arrives and goes on.
  std::vector<std::uint64_t> release(std::uint32_t thread);
  // Every live thread met: nothing before matters any more.
  void everyone_met() {
    pending_.clear();
    bytes_.clear();
  }
  // A collective that orders nothing was executed by the warp.
  void collective(std::uint32_t warp) {
    settle();
    last_collective_[warp] = ++time_;
  }
  std::uint64_t next_instruction() { return ++time_; }

 private:
  struct Record {
    Access access;
    std::uint64_t clock = 0, time = 0;
    // Stands for an access before it as well with which an equal store races like any other.
    bool severe = false;
  };
  bool ordered(const Record& earlier, std::uint32_t thread) const {
    return earlier.access.thread == thread || earlier.clock < clocks_[thread][earlier.access.thread];
  }
  void compare(const Record& earlier, const Access& later);
  bool supersedes(Record& later, const Record& earlier) const;

  const std::uint32_t warp_size_;
  Report report_;
  std::vector<std::vector<std::uint64_t>>
      clocks_;  // [t][u]: accesses of u with a clock below this are known to t
  std::vector<std::uint64_t> last_collective_;
  void settle();

  std::unordered_map<std::uint64_t, std::vector<Record>> bytes_;
  // Accesses of the instruction under execution, compared but not on record yet: what its lanes do to each
  // other is judged elsewhere, and must not hide what one of them does to an access that another of them
  // supersedes.
  std::vector<std::pair<std::uint64_t, Record>> pending_;
  std::uint64_t time_ = 0;
};

}  // namespace warpproof::concrete
