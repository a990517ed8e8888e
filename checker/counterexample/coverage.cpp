#include "checker/counterexample/coverage.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "src/base/random_seed.h"
#include "src/concrete/loop_observer.h"
#include "src/concrete/observer.h"

namespace warpproof::counterexample {

namespace {

constexpr int kTrials = 8;                        // for each size of block
constexpr std::size_t kMostBlocks = 2;            // sizes of block
constexpr std::uint64_t kMostSteps = 100'000;     // warp instructions of one run
constexpr std::uint64_t kStepsOfATrial = 50'000;  // that shows which parameters are pointers
constexpr std::uint64_t kMostParameterBytes = 512;
constexpr std::array kKinds = {Words::Small, Words::Signed, Words::Offsets, Words::Sparse};

class Places final : public Observer {
 public:
  explicit Places(std::set<std::uint32_t>& out) : out_(out) {}
  void step(std::uint32_t, const TraceStep& step, const Snapshot&) override { out_.insert(step.place); }
  void wrote(std::uint32_t, std::uint32_t, LaneSet, const std::array<std::uint64_t, 32>&) override {}
  void accessed(Space, std::uint64_t, int, int, Access, std::uint64_t) override {}
  void ended(std::uint32_t, const Snapshot&) override {}

 private:
  std::set<std::uint32_t>& out_;
};

class Loops final : public LoopObserver {
 public:
  explicit Loops(std::set<std::pair<std::uint32_t, std::uint32_t>>& out) : out_(out) {}
  int number_of(const std::vector<LoopFrame>& at) override {
    heads_.emplace_back(at.back().function, at.back().block);
    return static_cast<int>(heads_.size()) - 1;
  }
  void enters(int, std::uint32_t, std::uint32_t, const std::array<std::uint64_t, 32>&, const State&) override {}
  void comes_back(int loop, std::uint32_t, std::uint32_t, const State&) override {
    out_.insert(heads_[static_cast<std::size_t>(loop)]);
  }
  void goes_on(int) override {}

 private:
  std::set<std::pair<std::uint32_t, std::uint32_t>>& out_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> heads_;
};

class Runs {
 public:
  Runs(const RunQuestion& q, CountedRuns counted) : q_(q), counted_(counted) {
    granted_.conditions = q.assumptions;
    granted_.any_grid = q.any_grid;
    granted_.judges_bounds = q.bounds != nullptr;
  }

  Coverage run() {
    const Function& kernel = q_.program.functions[q_.root];
    std::uint64_t bytes = 0;
    for (const std::uint32_t p : kernel.parameters) bytes += q_.program.variables[p].size;
    if (!kernel.is_entry || bytes > kMostParameterBytes) return {};
    std::size_t blocks = 0;
    if (q_.sizes.empty()) at_block(q_.launch.block);
    for (const std::uint32_t n : q_.sizes) {
      if (blocks < kMostBlocks && at_block({n, 1, 1})) ++blocks;
    }
    return std::move(out_);
  }

 private:
  bool in_time() const { return effort::Clock::now() < q_.deadline; }

  // False: no launch with this block keeps the conditions.
  bool at_block(const std::array<std::uint32_t, 3>& block) {
    Launch launch = q_.launch;
    launch.block = block;
    if (!choose_grid(q_.assumptions, launch)) return false;
    const auto conditions = conditions_for(q_.assumptions, launch);
    if (!conditions) return false;
    Evaluator machine(q_.program, q_.root, launch);
    InputShape shape{q_.program, q_.root, launch.threads(), {}, q_.fixed, *conditions, launch};
    find_pointers(shape, random_, [&](int) -> AllocationSet {
      if (!in_time()) return {};
      RunOptions options;
      options.max_steps = kStepsOfATrial;
      options.races = false;
      options.until = q_.deadline;
      return machine.run(random_inputs(shape, random_, Words::Small), options).touched;
    });
    shape.overlap = q_.pointers_overlap;
    shape.bounds = q_.bounds;
    for (int trial = 0; trial < kTrials && in_time(); ++trial) attempt(machine, shape, launch, trial);
    return true;
  }

  void attempt(Evaluator& machine, const InputShape& shape, const Launch& launch, int trial) {
    RunInputs inputs = random_inputs(shape, random_, kKinds[static_cast<std::size_t>(trial) % kKinds.size()]);
    judge_assumptions(inputs);
    if (trial % 2 == 1 && !numbers_.empty()) plant(shape, launch, inputs);
    if (broken_by_launch(granted_, launch, inputs)) return;
    Coverage of_run;
    Places places(of_run.places);
    Loops loops(of_run.loops);
    RunOptions options;
    options.trace = options.trace_instructions = true;
    options.observer = &places;
    options.loops = &loops;
    options.max_steps = kMostSteps;
    options.races = false;
    options.until = q_.deadline;
    const RunResult result = machine.run(inputs, options);
    if (broken_by_run(granted_, launch, inputs, result) || result.outside_assumptions) return;
    const bool clean = !result.launch_ended && !result.halted_at && !has_error(result) && !result.stray &&
                       result.outcome == RunResult::Outcome::Finished;
    if (!clean && counted_ == CountedRuns::Clean) return;
    out_.places.merge(of_run.places);
    out_.loops.merge(of_run.loops);
  }

  // Numbers of the program as parameters, and those next to them, where that keeps the conditions.
  void plant(const InputShape& shape, const Launch& launch, RunInputs& inputs) {
    RunInputs others = inputs;
    for_each_number(inputs, shape.pointers, [&](ParameterPart part, std::uint64_t, int bytes) {
      if (bytes < 4 || q_.fixed.contains(part.index) || random_() % 2 == 0) return;
      const std::uint64_t value = numbers_[random_() % numbers_.size()] + random_() % 2;
      auto& words = others.params[part.index];
      std::memcpy(words.data() + part.offset, &value, std::min<std::size_t>(8, words.size() - part.offset));
    });
    if (!broken_by_launch(granted_, launch, others)) inputs = std::move(others);
  }

  const RunQuestion& q_;
  const CountedRuns counted_;
  const std::vector<std::uint64_t> numbers_ = compared_numbers(q_.program);
  Granted granted_;
  Random random_{random_seed::of(1)};
  Coverage out_;
};

}  // namespace

Coverage coverage_of_runs(const RunQuestion& question, CountedRuns counted) { return Runs(question, counted).run(); }

}  // namespace warpproof::counterexample
