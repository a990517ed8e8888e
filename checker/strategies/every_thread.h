// Every thread of a block is followed (the exact block): of one shape, or of all sizes, with the size as a
// variable.
//
// Applies to everything. Proves and refutes: what is found is replayed. Assumes nothing of its own.
#pragma once

#include "checker/strategies/strategy.h"

namespace warpproof::strategies::every_thread {

std::unique_ptr<Attempt> run(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until);

// Has the shape few threads? Then all of them come before samples of them. Not where accesses out of bounds
// are errors: these are a matter of single threads, so that samples come first.
bool of_small_block(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
// It was, and was not decided for lack of effort.
bool of_small_block_again(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
// With what a small block leaves, if it was not decided for lack of effort; at once where no sample is of
// use.
bool of_small_block_to_the_end(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
bool of_large_block(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);
// Of all sizes at once.
bool of_all_sizes(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier);

}  // namespace warpproof::strategies::every_thread
