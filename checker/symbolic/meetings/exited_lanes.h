// What completes only because threads have exited (spec rules mask.exited, barrier.exited).
#pragma once

#include <cstdint>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class ExitedLanes {
 public:
  explicit ExitedLanes(const Parts& parts);

  void note_exited_lanes(const Parked& parked, const Lanes& firing);
  void note_exited_threads(const Lanes& arrived, Term when, std::uint32_t place);

 private:
  Term has_left(int thread);

  TermGraph& g;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const Context& context_;
  Lanes& present_;
  Lanes& exited_;
  Obligations& obligations_;
};

}  // namespace warpproof::symbolic
