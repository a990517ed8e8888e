// What the threads of a block know of each other's pasts, along the canonical schedule, by meeting: program
// order, block barriers, named barriers (arrive releases, sync also acquires; whole warps take part) and
// bar.warp.sync over its mask. Shuffles, votes, matches and redux order no memory (PTX ISA 9.x 8.7.1; CUDA
// Programming Guide 5.4). What a thread did before it exited counts as ordered before barriers that complete
// later. Times are numbers of steps: those of one thread rise in program order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "checker/symbolic/lanes.h"

namespace warpproof::symbolic {

class HappensBefore {
 public:
  HappensBefore(TermGraph& graph, int threads, int warp_size);

  struct Event {
    int thread = 0;
    std::uint64_t time = 0;
  };
  // What the threads of a warp knew at a time.
  struct Moment {
    std::shared_ptr<const std::vector<std::uint64_t>> lanes, warps;
    std::uint64_t time = 0;
  };

  std::uint64_t now() { return ++time_; }
  Moment moment(int thread) const;
  // The event is ordered before what the thread does next, or did at a moment; as far as is known for sure.
  Term before(const Event& earlier, int thread) const;
  Term before(const Event& earlier, int thread, const Moment& moment) const;
  bool surely(const Event& earlier, int thread) const;
  bool known_to_all(const Event& event) const;
  // When any thread of the warp met others last.
  std::uint64_t last_meeting(int thread) const {
    return last_meeting_[static_cast<std::size_t>(thread / warp_size_)];
  }

  // bar.warp.sync by `fired` lanes under their masks; `gone` are exited lanes, ordered before those that name
  // them. True: all threads that there are met for certain.
  bool warp_barrier(const Lanes& fired, const Lanes& mask, const Lanes& gone);
  // Every thread met for certain: what was before need not be asked about any more.
  void everyone_met();
  // A barrier of which somebody else keeps track; it ends who is alone.
  void meet_all() { last_meeting_.assign(last_meeting_.size(), now()); }
  // Threads arrive at a named barrier and go on: returns the time, of which what every warp knew is kept.
  std::uint64_t arrival();
  // A named barrier: warps that arrived and went on (released at `arrival_times`), warps that waited.
  void named_barrier(const std::vector<bool>& arriving_warps, const std::vector<std::uint64_t>& arrival_times,
                     const std::vector<bool>& waiting_warps);
  // A barrier for which it is not certain who took part: threads that `waited`, and others that were there or
  // had exited, released at these times. Order that comes about through two such barriers is not seen.
  void uncertain_barrier(const Lanes& waited, std::vector<std::pair<std::uint64_t, Lanes>> released);

 private:
  struct ConditionalBarrier {  // bar.warp.sync whose participants are not known
    std::uint64_t time = 0;
    std::vector<Term> fired, mask, gone;  // by lane
  };
  struct UncertainBarrier {
    std::uint64_t time = 0;
    Lanes waited;
    std::vector<std::pair<std::uint64_t, Lanes>> released;
  };

  bool surely(const Event& earlier, int thread, const std::vector<std::uint64_t>& lanes,
              const std::vector<std::uint64_t>& warps) const;
  Term by_uncertain(const Event& earlier, int thread, std::uint64_t until) const;

  TermGraph& g;
  const int threads_, warp_size_, warps_;
  std::uint64_t time_ = 0;
  using Clocks = std::vector<std::vector<std::uint64_t>>;
  // What lane b of a warp knows of lane a: what a did before this time is ordered before what b does next.
  Clocks lane_clock_;                                         // [warp][b * warp_size + a]
  Clocks warp_clock_;                                         // [v][w]
  std::map<std::uint64_t, Clocks> at_arrival_;                // warp_clock_ at the last arrivals, by time
  std::vector<std::vector<ConditionalBarrier>> conditional_;  // [warp]
  std::vector<UncertainBarrier> uncertain_;
  std::vector<std::uint64_t> last_meeting_;                                  // [warp]
  std::uint64_t changes_ = 0;                                                // of the clocks
  mutable std::map<std::size_t, std::pair<std::uint64_t, Moment>> moments_;  // by warp, the last one taken
};

}  // namespace warpproof::symbolic
