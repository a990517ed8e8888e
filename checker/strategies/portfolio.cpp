#include "checker/strategies/portfolio.h"

#include "checker/strategies/any_two_threads.h"
#include "checker/strategies/any_two_warps.h"
#include "checker/strategies/any_warp.h"
#include "checker/strategies/every_thread.h"

namespace warpproof::strategies {

namespace {

// When it applies, its share of the effort that is left, what it does. Random runs come before all of these
// (kernel_check.cpp).
constexpr Strategy kOneShape[] = {
    {any_warp::of_a_row, 0.6, any_warp::run_row},
    // All of few threads first; what does not come soon may still be a matter of any two of them.
    {every_thread::of_small_block, 0.25, every_thread::run},
    {any_two_threads::applies, 0.25, any_two_threads::run},
    {any_two_warps::applies, 0.25, any_two_warps::run},
    {every_thread::of_small_block_to_the_end, 1, every_thread::run},
    {every_thread::of_large_block, 0.6, every_thread::run},
    {any_two_threads::applies_to_large_block, 1, any_two_threads::run},
    {any_two_warps::applies_to_large_block, 1, any_two_warps::run},
};

constexpr Strategy kAllSizes[] = {
    {any_two_threads::applies, 0.25, any_two_threads::run},
    {any_two_warps::applies, 0.25, any_two_warps::run},
    // These leave effort for the sizes one by one.
    {any_warp::of_all_sizes, 0.5, any_warp::run},
    {every_thread::of_all_sizes, 0.5, every_thread::run},
    {any_two_threads::applies, 0.6, any_two_threads::run},
    {any_two_warps::applies, 0.6, any_two_warps::run},
};

constexpr Strategy kAllShapes[] = {
    {any_two_threads::applies, 1, any_two_threads::run},
};

}  // namespace

std::span<const Strategy> of_one_shape() { return kOneShape; }
std::span<const Strategy> of_all_sizes() { return kAllSizes; }
std::span<const Strategy> of_all_shapes() { return kAllShapes; }

std::unique_ptr<Attempt> run(std::span<const Strategy> list, Situation& s, const symbolic::Shape& shape) {
  std::unique_ptr<Attempt> result;
  for (const Strategy& strategy : list) {
    if (!strategy.applies(s, shape, result.get())) continue;
    if (auto latest = strategy.run(s, shape, s.after(strategy.share))) result = std::move(latest);
    if (result != nullptr && result->settled()) break;
  }
  return result;
}

}  // namespace warpproof::strategies
