#include "checker/witness/witness_model.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <vector>

#include "checker/attempt/parameters.h"
#include "checker/counterexample/replayable.h"
#include "checker/smt/solver.h"
#include "src/base/effort.h"

namespace warpproof {

namespace {

// Counted, so that a verdict does not depend on the clock.
constexpr std::chrono::seconds kForFollowing{3};  // of effort, for one number of iterations
constexpr int kModels = 4;                              // of one execution
constexpr int kIterations[] = {2, 9, 40};               // iterations of loops that are followed
constexpr std::uint64_t kThreadSteps = 20'000'000;      // instructions times threads of one execution
constexpr std::uint64_t kMostReplaySteps = 20'000'000;  // warp instructions; no more than the work that is left allows
constexpr double kSeconds = 10;  // of effort, for all; no more than the check itself has
constexpr unsigned kSolverMs = 10'000;

unsigned milliseconds_until(effort::Clock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - effort::Clock::now()).count();
  return static_cast<unsigned>(std::clamp<std::int64_t>(left, 1, kSolverMs));
}

symbolic::ExecutorOptions executor_options(const Program& program, std::uint32_t root,
                                           const CheckOptions& options, const symbolic::Shape& shape,
                                           int iterations, effort::Clock::time_point end) {
  symbolic::ExecutorOptions o;
  o.shape = shape;
  o.target = spec::Target{options.target_sm ? *options.target_sm : program.target_sm};
  o.policies = options.policies;
  o.cuda_source = options.cuda_source;
  o.unroll = iterations;
  o.looks_for_run = true;
  o.max_thread_steps = kThreadSteps;
  o.conditions = options.assumptions;
  o.facts = options.facts;
  o.pointers_overlap = options.pointers_overlap;
  o.bounds = options.bounds;
  o.out_of_time = [until = std::min(end, effort::Clock::now() + kForFollowing)] { return effort::Clock::now() > until; };
  o.fixed_parameters = fixed_parameters(program, root, options);
  return o;
}

// A thousand nanoseconds for an instruction of a warp: accesses of its lanes are counted too.
std::uint64_t steps_until(effort::Clock::time_point until) {
  const auto left = (until - effort::Clock::now()).count() / 1000;
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(left, 100'000, kMostReplaySteps));
}

class Search {
 public:
  Search(const Program& program, std::uint32_t root, const CheckOptions& options,
         const symbolic::Shape& shape, int iterations, effort::Clock::time_point until)
      : program_(program),
        root_(root),
        options_(options),
        until_(until),
        executor_(program, root, graph_, executor_options(program, root, options, shape, iterations, until),
                  [](Term) { return false; }),
        solver_(graph_, SolverOptions{.budget_ms = milliseconds_until(until)}) {}

  bool run(const std::function<bool(const Launch&, const RunInputs&)>& accepts) {
    executor_.run();
    std::vector<Term> wanted = executor_.record().assumptions;
    wanted.push_back(executor_.record().in_scope);
    wanted.push_back(graph_.lnot(executor_.not_ended()));
    for (const auto& u : executor_.record().unknowns) wanted.push_back(graph_.lnot(u.condition));
    const std::vector<Term> constraints = counterexample::replayable(
        graph_, executor_, options_.assumed != nullptr && options_.assumed->wants_exact());
    wanted.insert(wanted.end(), constraints.begin(), constraints.end());
    for (int i = 0; i < kModels && effort::Clock::now() < until_; ++i) {
      SmtModel model;
      if (solver_.check(wanted, &model) != Answer::Sat) return false;
      const auto run = counterexample::replay(program_, root_, graph_, executor_, model, launch(),
                                              options_.parameter_names,
                                              counterexample::Clock::now() + std::chrono::hours(1));
      if (accepts(run.launch, run.inputs)) return true;
      // Another one then, with other scalars.
      const auto other = counterexample::other_numbers(graph_, executor_, model);
      if (!other) return false;
      wanted.push_back(*other);
    }
    return false;
  }

 private:
  Launch launch() const {
    Launch out;
    const symbolic::Shape& shape = executor_.shape();
    out.block = shape.block;
    out.grid = shape.grid.value_or(std::array<std::uint32_t, 3>{1, 1, 1});
    out.dynamic_shared = shape.dynamic_shared;
    out.warp_size = shape.warp_size;
    out.target_sm = options_.target_sm ? *options_.target_sm : program_.target_sm;
    out.policies = options_.policies;
    out.cuda_source = options_.cuda_source;
    out.max_steps = steps_until(until_);
    return out;
  }

  const Program& program_;
  const std::uint32_t root_;
  const CheckOptions& options_;
  const effort::Clock::time_point until_;
  TermGraph graph_;
  symbolic::Executor executor_;
  Solver solver_;
};

}  // namespace

bool find_witness_by_model(const Program& program, std::uint32_t root, const CheckOptions& options,
                           const symbolic::Shape& shape,
                           const std::function<bool(const Launch&, const RunInputs&)>& accepts) {
  const auto until = effort::Clock::now() + effort::seconds(std::min(kSeconds, options.budget_seconds));
  try {
    for (const int iterations : kIterations) {
      if (effort::Clock::now() >= until) break;
      if (Search(program, root, options, shape, iterations, until).run(accepts)) return true;
    }
  } catch (const std::exception&) {
    // Too many terms, or what is not followed: nothing was found.
  }
  return false;
}

}  // namespace warpproof
