// Lanes that stay in a loop for ever, because what they wait for is to be stored by lanes that wait for them
// at a collective or a barrier: a lock that is held across a shuffle, a flag set after a barrier.
//
// The run comes back to a state that it was in, every lane that could go on went on in between, and nothing
// was let go of. The canonical schedule between the two may go on like that without end, and it is fair, so
// the waiting lanes wait for ever. That is said only of a loop that looks at memory which the threads of this
// block alone decide about: shared memory, or global memory that a waiting lane was the last to change. Of
// what the host or another kernel may store to (nobody here did) it is only loop.unbounded. Grids of more
// than one block are not looked at.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/concrete/accessed.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/run_queue.h"
#include "src/concrete/standing_place.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class EndlessLoops {
 public:
  explicit EndlessLoops(const Parts& parts);

  void begin_to_look() { next_look_ = look_for_; }
  bool is_time_to_look() const { return result_.steps >= next_look_; }
  // A state is remembered that the run may come back to.
  bool is_looking() const { return standing_ != nullptr; }
  bool follows_changes() const { return next_look_ != ~0ull; }
  bool knows_changes() const { return !changed_by_.empty(); }
  bool spins_for_ever();
  void note_moving(const Group& group);
  void note_spin_access(const Instruction& in, const Accessed& a, RaceMonitor::Kind kind, int bytes);
  void note_change(const Accessed& a, int bytes, std::uint32_t thread);
  void stop_looking();

 private:
  struct Standing;

  Standing standing() const;
  bool came_back() const;
  bool passed_over(const std::vector<StandingPlace>& standing);
  bool waiting_lanes_hold_it() const;
  void watch_memory(bool watch);

  const Launch& launch_;
  std::vector<Warp>& warps_;
  RunResult& result_;
  CellMemory& global_;
  CellMemory& shared_;
  const std::vector<std::unique_ptr<CellMemory>>& local_;
  RunQueue& running_;
  RunQueue& leaving_;
  const RunQueue::Entry& alone_;
  const bool& alone_is_set_;
  Code& code_;
  Record& record_;
  const Registers& registers_;
  Schedule& schedule_;
  const AsyncCopies& async_copies_;

  // Looking for lanes that spin for ever.
  std::uint64_t look_for_ = 4096;  // warp instructions
  std::shared_ptr<Standing> standing_;  // what the run may come back to; null while nobody looks
  std::uint64_t next_look_ = ~0ull;  // by result_.steps
  std::map<std::pair<std::uint64_t, int>, bool> spun_on_;  // address and bytes; is in shared memory
  std::unordered_map<std::uint64_t, std::uint32_t> changed_by_;  // global addresses, and the thread
};

}  // namespace warpproof::concrete
