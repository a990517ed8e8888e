// Any two threads, their numbers and their warps variables, in place of all of a block, or of all blocks of a
// shape.
//
// Applies where no operation of a warp is used: what a lane does there depends on the other lanes. Proves
// only; what it assumes is in sample.h.
#pragma once

#include "checker/strategies/strategy.h"

namespace warpproof::strategies::any_two_threads {

bool applies(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
// A first look at a small block, where all of its threads take longer.
bool applies_to_small_block(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
// Once more, with what all threads of a large block left.
bool applies_to_large_block(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
std::unique_ptr<Attempt> run(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until);

}  // namespace warpproof::strategies::any_two_threads
