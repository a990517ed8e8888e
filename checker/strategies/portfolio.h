// The strategies in their order. The first that settles the question, proved or violated, is the answer;
// which one that is depends on the order of the list and on the work that each does, never on a clock.
#pragma once

#include <memory>
#include <span>

#include "checker/strategies/strategy.h"

namespace warpproof::strategies {

// A block of one shape.
std::span<const Strategy> of_one_shape();
// Every size of a block with one dimension, as far as one execution can tell; then sizes one by one.
std::span<const Strategy> of_all_sizes();
// Every shape of a block with several dimensions, as far as one execution can tell.
std::span<const Strategy> of_all_shapes();

// The result of the first of them that settles it, else of the last that has one; null where none did.
std::unique_ptr<Attempt> run(std::span<const Strategy> list, Situation& s, const symbolic::Shape& shape);

}  // namespace warpproof::strategies
