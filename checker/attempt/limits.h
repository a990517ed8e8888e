// How long one attempt goes on, and how it takes loops.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "checker/symbolic/loop_plan.h"
#include "src/base/effort.h"

namespace warpproof {

// How an execution takes loops.
struct LoopTreatment {
  int unroll = 64;                       // iterations that are followed one by one
  symbolic::LoopPlans* plans = nullptr;  // loops to prove by induction; null: none
  bool last = true;                      // nothing else will be tried
  // How long it goes on, from its start, once a loop was cut off that has no plan yet, and how long loops
  // are unrolled. With plans it ends at the first such loop at once.
  std::optional<std::chrono::milliseconds> patience = std::nullopt;
  // After how long, from its start, a loop is cut off that has no plan, has a condition that folds, and has gone on for
  // many iterations: `for (j = 0; j < 50257; ++j)`. Null: it is followed to its end.
  std::optional<std::chrono::nanoseconds> patience_with_long_loops = std::nullopt;
  bool counts_iterations = false;  // ExecutorOptions::counts_iterations
};

// Of one attempt, in times of effort::Clock.
class Limits {
 public:
  using Clock = effort::Clock;
  // `longest`: the deadline once no other way of taking the loops would see more.
  Limits(Clock::time_point deadline, Clock::time_point longest) : deadline_(deadline), longest_(longest) {}

  Clock::time_point start() const { return start_; }
  Clock::time_point deadline() const { return deadline_; }
  bool over() const { return Clock::now() > deadline_; }
  void use_longest() { deadline_ = longest_; }
  // Only one of so many parts of what is left.
  void keep_one_of(int parts) {
    deadline_ = std::min(deadline_, Clock::now() + (deadline_ - Clock::now()) / parts);
  }
  // Milliseconds of these that are left, at least one.
  unsigned time_for(unsigned at_most_ms) const {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    return std::min(at_most_ms, static_cast<unsigned>(std::max<long>(1, left)));
  }
  // Of the effort that is left, for one of so many questions.
  unsigned share(unsigned questions) const { return std::max(1u, time_for(~0u) / questions); }

 private:
  const Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_;
  const Clock::time_point longest_;
};

}  // namespace warpproof
