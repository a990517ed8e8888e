// What any two threads and any two warps have in common: some threads, their numbers variables, in place of
// the whole block. Much less to follow, but what threads pass each other through memory is forgotten.
//
// Applies to kernels, once random runs found nothing wrong, to blocks with more threads than the sample.
// Proves only: what the sample seems to break may be excluded by the others. Assumes that memory holds
// anything after a barrier, and that what is read was written by somebody, which is then looked at with all
// threads of one small block.
#pragma once

#include <memory>

#include "checker/attempt/attempt.h"
#include "checker/strategies/situation.h"

namespace warpproof::strategies::sample {

bool applies(const Situation& s, const symbolic::Shape& shape);

// `follow`: TwoThreads or TwoWarps. Null where that proves nothing.
std::unique_ptr<Attempt> prove(Situation& s, symbolic::Shape shape, symbolic::Shape::Follow follow,
                               Situation::Clock::time_point until);

}  // namespace warpproof::strategies::sample
