// Threads that go around an aligned barrier at which others wait (src/machine/barrier_sites.h):
// barrier.divergent.
//
// Under one assignment of the inputs a strand may reach the barrier before or after another passes the place
// after it: strands that cannot yet be shown complete at a rendezvous let others run first. So what threads
// passed since they last met is remembered, and compared whichever comes second.
#pragma once

#include <cstdint>
#include <map>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "src/machine/barrier_sites.h"

namespace warpproof::symbolic {

class Bypasses {
 public:
  explicit Bypasses(const Parts& parts);

  void note_passing(const Strand& s);
  void judge_bypass(const Strand& waiting, std::uint32_t place, const Position& at, const Lanes& guard,
                    const LoopIterations& iterations);

 private:
  const std::uint32_t root_;
  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Parked>& parked_;
  std::map<Position, Passing>& passed_;
  Obligations& obligations_;
  Code& code_;

  BarrierSites sites_;
};

}  // namespace warpproof::symbolic
