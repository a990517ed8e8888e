// One warp of any number, its number a variable, in place of all of a block; then how any two of them race.
//
// Applies where warps of a block meet in global memory only, and nothing orders them: no barrier of the block, no
// shared memory, no fence. Then what a warp does depends on the others only through global memory, which holds
// anything at first, and what it has read does not change without a race: one warp shows whatever one does, and two show
// every race. Proves and refutes for all numbers at once: the
// block's size is a variable. Assumes what accesses of several warps to global memory assume anyway. Share:
// the list's for one warp, half of what is left for how two race.
#pragma once

#include "checker/strategies/strategy.h"

namespace warpproof::strategies::any_warp {

// One warp stands for all of this kernel.
bool stands_for_all(const Situation& s);

// Of one shape: a row of more than two warps.
bool of_a_row(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
std::unique_ptr<Attempt> run_row(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until);

// Of all sizes.
bool of_all_sizes(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
std::unique_ptr<Attempt> run(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until);

// Any two warps of the block, where one was looked at by itself: what is left is how they race. Null where
// they cannot.
std::unique_ptr<Attempt> races_of_warps(Situation& s, const symbolic::Shape& shape, const Attempt& one_warp);

}  // namespace warpproof::strategies::any_warp
