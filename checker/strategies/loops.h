// Loops, in whatever is followed: unrolling, induction, unrolling.
//
// Applies to every execution; one without a loop that goes on is over after the first step. Of the effort that the
// strategy has:
//   40 %  what held of the loops for other threads or sizes, if anything did: by induction with those plans
//   40 %  a few iterations of every loop are unrolled, which finds most bugs and settles most kernels; a loop of known
//         length is followed to its end, but for one that has gone on for long by then and for many iterations
//   60 %  by induction: a plan claims of each loop what holds in all its iterations, and is weakened until it does;
//   85 %  the same where threads are samples, for which their numbers are variables: iterations are dear there, and
//         induction is not
//   all   as many iterations as --unroll says (12 of samples), after the loops that have a plan
// each of what is left when it begins. Proves what the execution proves: a loop that was unrolled ends within
// the iterations that were followed, or the proof is not given; a plan is assumed at the begin of an iteration
// only if it was proved at the begin of the first one and at the end of each (checker/symbolic/loop_plan.h).
#pragma once

#include <memory>

#include "checker/attempt/attempt.h"
#include "checker/strategies/situation.h"

namespace warpproof::strategies {

// The last attempt or the one that settled it, never null.
std::unique_ptr<Attempt> follow_with_loops(Situation& s, const symbolic::Shape& shape,
                                           Situation::Clock::time_point deadline);

}  // namespace warpproof::strategies
