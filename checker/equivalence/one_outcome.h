// Do two runs that differ tell two kernels apart?
//
// What a kernel leaves may depend on the order in which its threads run: slots that atomics hand out, the
// last of several stores to a word, sums of floats. Then a run shows one of several outcomes, and that another
// kernel's run ends otherwise shows nothing, as that outcome may be possible here too. If one of the two
// kernels has a single outcome for an input, any other outcome of the other one tells them apart.
//
// A run shows that there is no other outcome where no two accesses that are not ordered by barriers touch one
// byte, one of them a store, atomics among them (RunOptions::orders): then all orders of the threads, barrier
// by barrier, do the same; nothing orders the accesses of two blocks. That rests on the program reading nothing else that a schedule decides, which
// depends_on_schedule() looks for.
#pragma once


#include "checker/equivalence/equivalence.h"
#include "src/base/effort.h"
#include "src/concrete/evaluator.h"

namespace warpproof::equivalence {

// Is there an instruction whose result, or effect, the schedule may decide apart from memory: activemask,
// elect, votes and shuffles without a mask, clocks, barriers for some of the block's threads? `root` and what
// it calls.
bool depends_on_schedule(const Program& program, std::uint32_t root, const Launch& launch);

// Does every schedule of the launch leave the same for these inputs? Where the run shows it; false elsewhere.
bool has_one_outcome(const Side& side, const Launch& launch, const RunInputs& inputs,
                     effort::Clock::time_point until);

// Why runs that differ decide nothing.
inline constexpr const char* kOpenOrder =
    "runs of the two differ, but what either of them leaves depends on the order of its threads, and no "
    "outcome was shown to be possible for one only";

}  // namespace warpproof::equivalence
