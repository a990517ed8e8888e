// Words of shared memory that hold the same number whenever a loop begins another iteration, since each
// iteration sets them back: counters, flags.
//
// What a word holds is known of the interval between barriers that is open (interval.h), but at the head of a
// loop that may be one that began before the loop or in the iteration before. So the iteration begins with an
// interval of its own, in place of those that are open when the loop is entered. Known in it are the words
// that each of these leaves with a number, by all of its accesses so far, and that the iteration, at its end,
// leaves with that number again. That holds by induction over the iterations. Of other words nothing is
// known: what was stored before the loop, an interval that began in an earlier iteration does not know of.
// Only where no barrier is in the loop, or it leaves shared memory alone, the intervals of before the loop
// are still those that are open.
//
// All threads must be in the loop, or none, so that no accesses of the interval are left to come from outside
// it. A word that was set back in the interval by a strong store may be added to before that; where it was by
// a weak one, an addition in the same interval is a race.
#pragma once

#include <cstdint>

#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/shared_words.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class LoopWords {
 public:
  explicit LoopWords(const Parts& parts);

  bool is_met_by_all(const Lanes& guard);
  static bool keeps_any_words(const LoopPlan& plan);
  SharedWords::Known words_at(const Lanes& guard, const LoopPlan& plan);
  bool keeps_words(const Iteration& iteration, LoopPlan& plan);
  void begin_interval_in(const Iteration& iteration, const LoopPlan& plan, const Lanes& guard);

 private:
  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  Lanes& exited_;
  BlockMemory& memory_;
  SharedWords& shared_words_;
  Code& code_;
  Record& record_;
};

}  // namespace warpproof::symbolic
