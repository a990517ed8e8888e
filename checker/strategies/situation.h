// Where the check of a kernel stands: what strategies share and hand on to those after them.
#pragma once

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "checker/counterexample/counterexample.h"
#include "checker/report/spending.h"
#include "checker/smt/known_answers.h"
#include "checker/strategies/question.h"
#include "checker/strategies/traits.h"
#include "checker/symbolic/loop_plan.h"
#include "src/base/effort.h"

namespace warpproof::strategies {

// Blocks with so many threads are small: all of them are followed first.
inline constexpr std::uint32_t kSmallBlock = 128;

struct Situation {
  using Clock = effort::Clock;

  Situation(const Question& of, Clock::time_point until) : question(of), deadline(until) {}

  const Question& question;
  Clock::time_point deadline;  // of all strategies together
  report::Spending spending;
  std::map<bool, symbolic::LoopPlans> known_plans;  // by Shape::is_sample(), that held of some shape
  int plans_found = 0;                              // so often they changed
  KnownAnswers known_answers;
  std::optional<counterexample::Replay> broken_run;  // a random run that breaks a rule

  // What is left goes into a smaller example, once there is one.
  void take_broken_run(std::optional<counterexample::Replay> run) {
    constexpr std::chrono::milliseconds kOfOneShape{1500}, kOfManyShapes{4000};  // some of which may be proved
    const bool many = question.any_size() || question.request().axes;
    broken_run = std::move(run);
    if (broken_run) deadline = std::min(deadline, Clock::now() + (many ? kOfManyShapes : kOfOneShape));
  }
  // When that share of the effort that is left will be spent.
  Clock::time_point after(double share) const {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>((deadline - Clock::now()) * share);
  }
  bool uses_warps() const { return strategies::uses_warps(question.program(), question.root()); }
  bool warps_meet() const {
    return strategies::warps_meet(question.program(), question.root(), question.options());
  }
};

}  // namespace warpproof::strategies
