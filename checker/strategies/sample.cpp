#include "checker/strategies/sample.h"

#include <algorithm>
#include <chrono>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/nearby_runs.h"
#include "checker/strategies/loops.h"

namespace warpproof::strategies::sample {

namespace {

using Clock = Situation::Clock;

constexpr std::chrono::milliseconds kForARun{200};
constexpr std::chrono::seconds kForEveryone{2};  // once any two threads were shown to keep the rules

// What a sample has to assume is looked at with all threads of one block.
bool reads_what_nobody_wrote(Situation& s, symbolic::Shape shape) {
  shape.follow = symbolic::Shape::Follow::Everyone;
  shape.space.reset();
  if (shape.symbolic_size) {
    shape.symbolic_size = false;
    std::uint32_t n = std::min(shape.block[0], (std::max(64u, shape.multiple) + shape.multiple - 1) /
                                                   shape.multiple * shape.multiple);
    while (n < shape.block[0] && !s.question.is_allowed(n)) n += shape.multiple;
    shape.block = {n, 1, 1};
  }
  if (static_cast<std::uint32_t>(shape.all_threads()) > kSmallBlock) return false;
  return follow_with_loops(s, shape, std::min(s.deadline, Clock::now() + kForEveryone))->violated();
}

// The block, with fewer threads.
symbolic::Shape with_fewer(symbolic::Shape shape, std::uint32_t threads) {
  shape.follow = symbolic::Shape::Follow::Everyone;
  shape.space.reset();
  for (std::uint32_t& extent : shape.block) {
    extent = std::min(extent, threads);
    threads /= extent;
  }
  return shape;
}

// A large block is followed with fewer threads instead. What makes these read what nobody wrote is only an input to try:
// that the whole block does so, too, a run of it shows.
bool run_reads_what_nobody_wrote(Situation& s, const symbolic::Shape& asked) {
  constexpr std::uint32_t kFew = 32;
  if (asked.symbolic_size || static_cast<std::uint32_t>(asked.all_threads()) <= kFew) return false;
  const CheckOptions& options = s.question.options();
  const auto few = follow_with_loops(s, with_fewer(asked, kFew), std::min(s.deadline, Clock::now() + kForEveryone));
  if (!few->violated() || !few->example() || few->example()->whole_grid) return false;
  counterexample::Replay start = *few->example();
  std::copy(asked.block.begin(), asked.block.end(), start.launch.block.begin());
  counterexample::Granted granted = s.question.granted();
  granted.judges_bounds = options.bounds.has_value();
  counterexample::judge_assumptions(start.inputs);
  s.take_broken_run(counterexample::find_violating_run_near(
      s.question.program(), s.question.root(), start, few->executor().pointers().parameters(), granted,
      options.parameter_names, Clock::now() + kForARun));
  return s.broken_run.has_value();
}

}  // namespace

bool applies(const Situation& s, const symbolic::Shape& shape) {
  // One warp of any number stands for all where they do not meet and lanes do.
  const bool others_stand_in = shape.symbolic_size && !s.warps_meet() && s.uses_warps();
  if (!s.question.options().use_samples || s.broken_run || !s.question.function().is_entry || others_stand_in ||
      shape.all_threads() == 1)
    return false;
  return !s.uses_warps() || shape.all_threads() > shape.warp_size;
}

std::unique_ptr<Attempt> prove(Situation& s, symbolic::Shape shape, symbolic::Shape::Follow follow,
                               Clock::time_point until) {
  shape.follow = follow;
  auto result = follow_with_loops(s, shape, until);
  if (!result->proved()) return nullptr;
  if (result->executor().assumes_initialised() &&
      (reads_what_nobody_wrote(s, shape) || run_reads_what_nobody_wrote(s, shape)))
    return nullptr;
  return result;
}

}  // namespace warpproof::strategies::sample
