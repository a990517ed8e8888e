#include "checker/strategies/every_thread.h"

#include "checker/strategies/any_warp.h"
#include "checker/strategies/loops.h"
#include "checker/strategies/sample.h"

namespace warpproof::strategies::every_thread {

namespace {

bool is_small(const Situation& s, const symbolic::Shape& shape) {
  return static_cast<std::uint32_t>(shape.all_threads()) <= kSmallBlock && !s.question.options().bounds;
}

}  // namespace

std::unique_ptr<Attempt> run(Situation& s, const symbolic::Shape& shape, Situation::Clock::time_point until) {
  return follow_with_loops(s, shape, until);
}

bool of_small_block(const Situation& s, const symbolic::Shape& shape, const Earlier&) {
  return is_small(s, shape) && sample::applies(s, shape);
}

bool of_small_block_again(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier) {
  return of_small_block(s, shape, earlier) && earlier.has_result && earlier.ran_out;
}

bool of_small_block_to_the_end(const Situation& s, const symbolic::Shape& shape, const Earlier& earlier) {
  return !sample::applies(s, shape) || of_small_block_again(s, shape, earlier);
}

bool of_large_block(const Situation& s, const symbolic::Shape& shape, const Earlier&) {
  return !is_small(s, shape) && sample::applies(s, shape);
}

bool of_all_sizes(const Situation& s, const symbolic::Shape&, const Earlier&) {
  return !any_warp::stands_for_all(s);
}

}  // namespace warpproof::strategies::every_thread
