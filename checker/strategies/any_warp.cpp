#include "checker/strategies/any_warp.h"

#include "checker/launch/sizes.h"
#include "checker/strategies/loops.h"

namespace warpproof::strategies::any_warp {

namespace {

constexpr double kRaces = 0.5;  // of the effort that is left

}  // namespace

bool stands_for_all(const Situation& s) { return s.question.function().is_entry && !s.warps_meet(); }

bool of_a_row(const Situation& s, const symbolic::Shape& shape, const Earlier&) {
  return stands_for_all(s) && s.uses_warps() && shape.block[1] * shape.block[2] == 1 &&
         shape.all_threads() > 2 * shape.warp_size;
}

std::unique_ptr<Attempt> run_row(Situation& s, const symbolic::Shape& row, Situation::Clock::time_point until) {
  symbolic::Shape shape = row;
  shape.symbolic_size = true;
  shape.multiple = shape.block[0];
  return run(s, shape, until);
}

bool of_all_sizes(const Situation& s, const symbolic::Shape&, const Earlier&) { return stands_for_all(s); }

std::unique_ptr<Attempt> run(Situation& s, const symbolic::Shape& all, Situation::Clock::time_point until) {
  symbolic::Shape shape = all;
  shape.follow = symbolic::Shape::Follow::OneWarp;
  auto result = follow_with_loops(s, shape, until);
  if (!result->proved()) return result;
  auto races = races_of_warps(s, shape, *result);
  if (races == nullptr) return result;
  races->rests_on(std::move(result));
  return races;
}

std::unique_ptr<Attempt> races_of_warps(Situation& s, const symbolic::Shape& of_one, const Attempt& one_warp) {
  if (!one_warp.executor().record().writes_global || launch::largest_block(s.question.function()) <=
                                                  static_cast<std::uint32_t>(s.question.options().warp_size))
    return nullptr;
  symbolic::Shape shape = of_one;
  shape.follow = symbolic::Shape::Follow::WarpPair;
  return follow_with_loops(s, shape, s.after(kRaces));
}

}  // namespace warpproof::strategies::any_warp
