#include "checker/strategies/portfolio.h"

#include <algorithm>
#include <utility>

#include "checker/strategies/any_two_threads.h"
#include "checker/strategies/any_two_warps.h"
#include "checker/strategies/any_warp.h"
#include "checker/strategies/every_thread.h"
#include "checker/strategies/turn.h"

namespace warpproof::strategies {

namespace {

constexpr double kFirstLook = 0.03;  // a share

// When it applies, its share of the effort that is left, what it does, whether it tells what is open. Random runs come
// before all of these (kernel_check.cpp).
constexpr Strategy kOneShape[] = {
    {any_warp::of_a_row, 0.6, any_warp::run_row, true},
    // Most kernels are decided soon: by looking at all of few threads, or else at any two of them.
    {every_thread::of_small_block, kFirstLook, every_thread::run, true},
    {any_two_threads::applies_to_small_block, kFirstLook, any_two_threads::run, false},
    {any_two_warps::applies_to_small_block, kFirstLook, any_two_warps::run, false},
    {every_thread::of_small_block_again, 0.25, every_thread::run, true},
    {any_two_threads::applies, 0.25, any_two_threads::run, false},
    {any_two_warps::applies, 0.25, any_two_warps::run, false},
    {every_thread::of_small_block_to_the_end, 1, every_thread::run, true},
    {every_thread::of_large_block, 0.6, every_thread::run, true},
    {any_two_threads::applies_to_large_block, 1, any_two_threads::run, false},
    {any_two_warps::applies_to_large_block, 1, any_two_warps::run, false},
};

constexpr Strategy kAllSizes[] = {
    {any_two_threads::applies, 0.25, any_two_threads::run, false},
    {any_two_warps::applies, 0.25, any_two_warps::run, false},
    // These leave effort for the sizes one by one.
    {any_warp::of_all_sizes, 0.5, any_warp::run, true},
    {every_thread::of_all_sizes, 0.5, every_thread::run, true},
    {any_two_threads::applies, 0.6, any_two_threads::run, false},
    {any_two_warps::applies, 0.6, any_two_warps::run, false},
};

constexpr Strategy kAllShapes[] = {
    {any_two_threads::applies, 1, any_two_threads::run, false},
};

}  // namespace

std::span<const Strategy> of_one_shape() { return kOneShape; }
std::span<const Strategy> of_all_sizes() { return kAllSizes; }
std::span<const Strategy> of_all_shapes() { return kAllShapes; }

std::unique_ptr<Attempt> run(std::span<const Strategy> list, Situation& s, const symbolic::Shape& shape) {
  std::unique_ptr<Attempt> result;
  Earlier earlier;
  Relay relay(s);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Strategy& strategy = list[i];
    if (!strategy.applies(s, shape, earlier)) continue;
    Turn turn(s, strategy.share);
    const Earlier if_it_runs_out = strategy.tells_what_is_open ? Earlier{true, true} : earlier;
    const auto comes_next = [&](const Strategy& other) { return other.applies(s, shape, if_it_runs_out); };
    if (relay.makes_copy(turn, std::any_of(&strategy + 1, list.data() + list.size(), comes_next))) {
      earlier = if_it_runs_out;
      if (strategy.tells_what_is_open) result.reset();  // that is where the strategy runs
      continue;
    }
    std::unique_ptr<Attempt> latest;
    try {
      latest = strategy.run(s, shape, turn.until());
    } catch (...) {
      relay.confirm();
      throw;
    }
    const bool settled = latest != nullptr && latest->settled();
    const bool ran_out = !settled && turn.ran_out();
    if (ran_out) turn.leave_nothing();
    relay.confirm();
    relay.take_answers(ran_out);
    if (latest != nullptr) {
      earlier = {true, ran_out || latest->ran_out()};
      result = std::move(latest);
    }
    if (settled || (ran_out && relay.copy_ran_the_rest())) break;
    relay.drop_copy();
  }
  relay.end(result != nullptr);
  return result;
}

}  // namespace warpproof::strategies
