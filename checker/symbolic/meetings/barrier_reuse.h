// Arrivals at a block barrier while others of the same thread or warp are pending, and across generations
// (barrier_generations.h).
#pragma once

#include <map>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class BarrierReuse {
 public:
  explicit BarrierReuse(const Parts& parts);

  Lanes counted_threads(const Parked& p);
  void check_reuse(int id, Parked& p);
  std::vector<Lanes> left_at_barrier(int id) const;

 private:
  Lanes pending_at(int id, const Position& site);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  LaunchNumbers& numbers_;
  std::map<Position, Parked>& parked_;
  std::map<int, std::vector<Arrival>>& arrivals_;
  Lanes& cut_;
  BarrierGenerations& generations_;
  Obligations& obligations_;
  Code& code_;
  BlockBarriers& block_barriers_;
};

}  // namespace warpproof::symbolic
