// Nothing runs and nothing fires: whoever waits, waits for ever, and spec/rendezvous.h names the reason.
#pragma once

#include <map>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class Standstill {
 public:
  explicit Standstill(const Parts& parts);

  void report_stuck();

 private:
  void report_stuck_mixes();
  void report_stuck_barriers(Term when);

  TermGraph& g;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Parked>& parked_;
  Lanes& exited_;
  Lanes& cut_;
  Obligations& obligations_;
  Code& code_;
  WarpMeetings& warp_meetings_;
};

}  // namespace warpproof::symbolic
