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

// That no two accesses race and none is out of bounds was shown for any two threads, with any contents of memory.
symbolic::Shape of_everyone(symbolic::Shape shape) {
  shape.follow = symbolic::Shape::Follow::Everyone;
  shape.space.reset();
  shape.only_looks_for_errors = true;
  return shape;
}

bool everyone_reads_what_nobody_wrote(Situation& s, const symbolic::Shape& shape) {
  return follow_with_loops(s, shape, std::min(s.deadline, Clock::now() + kForEveryone))->violated();
}

// What a sample has to assume is looked at with all threads: of the block, or of a small and of a larger one where its size
// is open. A hole that one late thread leaves shows in no smaller block.
bool reads_what_nobody_wrote(Situation& s, symbolic::Shape shape) {
  constexpr std::uint32_t kSmall = 64, kLarge = 256;
  shape = of_everyone(std::move(shape));
  if (!shape.symbolic_size) return everyone_reads_what_nobody_wrote(s, shape);
  shape.symbolic_size = false;
  const std::uint32_t largest = shape.block[0], step = shape.multiple;
  std::uint32_t before = 0;
  for (const std::uint32_t wanted : {kSmall, kLarge}) {
    std::uint32_t n = std::min(largest, (std::max(wanted, step) + step - 1) / step * step);
    while (n < largest && !s.question.is_allowed(n)) n += step;
    if (n == before) break;
    before = n;
    shape.block = {n, 1, 1};
    if (everyone_reads_what_nobody_wrote(s, shape)) return true;
  }
  return false;
}

// The block, with fewer threads.
symbolic::Shape with_fewer(symbolic::Shape shape, std::uint32_t threads) {
  shape = of_everyone(std::move(shape));
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
      (run_reads_what_nobody_wrote(s, shape) || reads_what_nobody_wrote(s, shape)))
    return nullptr;
  return result;
}

}  // namespace warpproof::strategies::sample
