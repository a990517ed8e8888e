#include "checker/strategies/any_two_warps.h"

#include "checker/strategies/every_thread.h"
#include "checker/strategies/sample.h"

namespace warpproof::strategies::any_two_warps {

bool applies(const Situation& s, const symbolic::Shape& shape, const Earlier&) {
  return s.uses_warps() && sample::applies(s, shape);
}

bool applies_to_small_block(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier) {
  return applies(s, shape, earlier) && every_thread::of_small_block_again(s, shape, earlier);
}

bool applies_to_large_block(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier) {
  return applies(s, shape, earlier) && every_thread::of_large_block(s, shape, earlier);
}

std::unique_ptr<Attempt> run(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until) {
  return sample::prove(s, shape, symbolic::Shape::Follow::TwoWarps, until);
}

}  // namespace warpproof::strategies::any_two_warps
