#include "checker/counterexample/claim_runs.h"

#include <algorithm>
#include <array>
#include <memory>

#include "checker/counterexample/aimed_inputs.h"
#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "spec/targets.h"
#include "src/base/random_seed.h"

namespace warpproof::counterexample {

namespace {

constexpr int kTrials = 64;
constexpr std::size_t kMostBlocks = 4;            // sizes of block that are run, of those that the conditions allow
constexpr std::uint64_t kMostSteps = 4'000'000;   // warp instructions of one run
constexpr std::uint64_t kMoreSteps = 16;          // than the canonical schedule, of another one
constexpr std::uint64_t kStepsOfATrial = 50'000;  // that shows which parameters are pointers
constexpr std::uint64_t kMostParameterBytes = 512;
constexpr std::array kKinds = {Words::Small, Words::Signed, Words::Offsets, Words::Sparse};

// One size of block, ready to be run.
struct Bench {
  Launch launch;
  std::unique_ptr<Evaluator> machine;
  std::unique_ptr<InputShape> shape;
  std::vector<const claims::ProofClaims*> proofs;  // that speak of it
};

class ClaimRuns {
 public:
  ClaimRuns(const RunQuestion& q, const std::vector<claims::ProofClaims>& proofs, std::span<const std::string> assumptions)
      : q_(q), proofs_(proofs), assumptions_(assumptions), only_small_(limits_numbers(assumptions)) {
    granted_.conditions = q.assumptions;
    granted_.any_grid = q.any_grid;
    granted_.judges_bounds = q.bounds != nullptr;
  }

  std::optional<ClaimFailure> run() {
    const Function& kernel = q_.program.functions[q_.root];
    std::uint64_t bytes = 0;
    for (const std::uint32_t p : kernel.parameters) bytes += q_.program.variables[p].size;
    if (!kernel.is_entry || bytes > kMostParameterBytes) return std::nullopt;
    for (const auto& block : blocks()) {
      if (in_time() && benches_.size() < kMostBlocks) prepare(block);
    }
    for (int trial = 0; trial < kTrials; ++trial) {
      for (Bench& bench : benches_) {
        if (!in_time()) return std::nullopt;
        if (auto failure = attempt(bench, trial)) return failure;
      }
    }
    return std::nullopt;
  }

 private:
  using Block = std::array<std::uint32_t, 3>;

  bool in_time() const { return effort::Clock::now() < q_.deadline; }

  static bool speaks_of(const claims::ProofClaims& proof, const Block& block) {
    return proof.block == Block{0, 0, 0} || proof.block == block;
  }

  std::vector<Block> blocks() const {
    std::vector<Block> all, out;
    for (const std::uint32_t n : q_.sizes) all.push_back({n, 1, 1});
    if (all.empty()) all.push_back(q_.launch.block);
    for (const claims::ProofClaims& proof : proofs_) all.push_back(proof.block);  // those of one size only
    for (const Block& block : all) {
      const bool is_one =
          block[0] * block[1] * block[2] != 0 && std::find(out.begin(), out.end(), block) == out.end();
      const auto speaks = [&](const auto& proof) { return speaks_of(proof, block); };
      const bool is_claimed = proofs_.empty() || std::any_of(proofs_.begin(), proofs_.end(), speaks);
      if (is_one && is_claimed) out.push_back(block);
    }
    return out;
  }

  void prepare(const Block& block) {
    Bench bench;
    bench.launch = q_.launch;
    bench.launch.block = block;
    bench.launch.max_steps = kMostSteps;
    if (!choose_grid(q_.assumptions, bench.launch)) return;
    const auto conditions = conditions_for(q_.assumptions, bench.launch);
    if (!conditions) return;
    for (const claims::ProofClaims& proof : proofs_) {
      if (speaks_of(proof, block)) bench.proofs.push_back(&proof);
    }
    if (proofs_.empty()) bench.proofs.push_back(&no_loops_);
    bench.machine = std::make_unique<Evaluator>(q_.program, q_.root, bench.launch);
    bench.shape = std::make_unique<InputShape>(
        InputShape{q_.program, q_.root, bench.launch.threads(), {}, q_.fixed, *conditions, bench.launch});
    find_pointers(*bench.shape, random_, [&](int) -> AllocationSet {
      if (!in_time()) return {};
      RunOptions options = options_of(std::nullopt, kStepsOfATrial);
      options.races = false;
      return bench.machine->run(random_inputs(*bench.shape, random_, Words::Small), options).touched;
    });
    bench.shape->overlap = q_.pointers_overlap;
    bench.shape->bounds = q_.bounds;
    benches_.push_back(std::move(bench));
  }

  RunOptions options_of(std::optional<std::uint64_t> schedule, std::uint64_t most_steps) const {
    RunOptions options;
    options.random_schedule = schedule;
    options.max_steps = most_steps;
    options.until = q_.deadline;
    return options;
  }

  RunInputs draw(const Bench& bench, int trial) {
    RunInputs inputs = random_inputs(*bench.shape, random_, kKinds[static_cast<std::size_t>(trial) % kKinds.size()]);
    judge_assumptions(inputs);
    RunInputs others = inputs;
    aimed_.aim(trial, bench.shape->pointers, q_.fixed, random_, others);
    set_bounds(q_.bounds, others, bench.launch);  // the sizes of buffers that go with these numbers
    // Other numbers, where that keeps the conditions.
    return broken_by_launch(granted_, bench.launch, others) ? inputs : others;
  }

  std::optional<ClaimFailure> attempt(Bench& bench, int trial) {
    const RunInputs inputs = draw(bench, trial);
    const auto which = static_cast<std::size_t>(trial + trial / 8);  // each proof with each aim
    const claims::ProofClaims& proof = *bench.proofs[which % bench.proofs.size()];
    std::vector<std::optional<std::uint64_t>> schedules{std::nullopt};
    if (aimed_.aim_of(trial) == Aim::Schedule) schedules.push_back(random_seed::of(static_cast<std::uint64_t>(trial + 1)));
    std::uint64_t most_steps = kMostSteps;
    for (const auto& schedule : schedules) {
      claims::LoopMonitor monitor(proof, bench.launch.threads(),
                                  static_cast<std::uint32_t>(bench.launch.warp_size), !schedule);
      RunOptions options = options_of(schedule, most_steps);
      const auto now = effort::Clock::now();
      options.until = now + (q_.deadline - now) * 2 / 3;  // what is left is for others
      claims::NumberMonitor numbers(proof.numbers, !schedule);
      if (!proof.loops.empty() || !proof.repeats.empty()) options.loops = &monitor;
      if (!proof.numbers.empty()) options.changes = &numbers;
      RunResult result = bench.machine->run(inputs, options);
      most_steps =
          std::min(kMostSteps, kMoreSteps * result.steps);  // where others are to come first for long
      if (!monitor.is_outside() && has_small_numbers(bench, inputs, trial) && breaks_a_rule(bench, inputs, schedule, result)) {
        options.loops = nullptr;
        options.changes = nullptr;
        options.trace = true;
        options.until.reset();
        ClaimFailure out{&proof, std::nullopt, std::nullopt, replay_of(bench, inputs, schedule, bench.machine->run(inputs, options))};
        if (keep_what_counts(granted_, out.run)) break;
        return out;
      }
      if (!counts(bench, inputs, result)) break;
      if (result.outcome == RunResult::Outcome::Finished) monitor.end();
      const bool is_small = has_small_numbers(bench, inputs, trial);
      if (monitor.failed() && (is_small || !monitor.failed()->repeats))
        return ClaimFailure{&proof, monitor.failed(), std::nullopt, replay_of(bench, inputs, schedule, std::move(result))};
      if (numbers.failed() && is_small)
        return ClaimFailure{&proof, std::nullopt, numbers.failed(), replay_of(bench, inputs, schedule, std::move(result))};
    }
    return std::nullopt;
  }

  bool has_small_numbers(const Bench& bench, const RunInputs& inputs, int trial) const {
    const Aim aim = aimed_.aim_of(trial);
    if (aim == Aim::Small || aim == Aim::Schedule) return true;
    return !only_small_ && has_small_products(inputs, bench.shape->pointers);
  }

  // Where a thread finds an assumption false depends on the schedule: the canonical one decides what counts.
  bool breaks_a_rule(const Bench& bench, const RunInputs& inputs, const std::optional<std::uint64_t>& schedule,
                     const RunResult& result) const {
    if (result.outside_assumptions && schedule) return false;
    // Lanes that run in lockstep have no other order than the canonical one.
    if (schedule && !spec::has_independent_thread_scheduling(spec::Target{bench.launch.target_sm})) return false;
    const Finding* error = error_that_counts(granted_, bench.launch, inputs, result);
    return error != nullptr && !is_taken_for_granted(error->rule, assumptions_);
  }

  // Does it keep what the proof assumes, and the rules? Of a division by zero no finding need have come up when a run is stopped.
  bool counts(const Bench& bench, const RunInputs& inputs, const RunResult& result) const {
    return !broken_by_run(granted_, bench.launch, inputs, result) && !result.outside_assumptions &&
           !result.launch_ended && !result.halted_at && !has_error(result) && !result.stray && !result.divided_by_zero_at &&
           result.outcome != RunResult::Outcome::Standstill;
  }

  Replay replay_of(const Bench& bench, const RunInputs& inputs, std::optional<std::uint64_t> schedule,
                   RunResult result) const {
    Replay out;
    out.launch = bench.launch;
    out.root = q_.root;
    out.schedule = schedule;
    out.dynamic_shared_is_open = q_.dynamic_shared_is_open;
    for_each_number(inputs, bench.shape->pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
      out.named_inputs.emplace_back(parameter_name(q_.parameter_names, part), value_text(value, 8 * bytes));
    });
    out.named_scalars = out.named_inputs.size();
    name_words(inputs.memory, q_.parameter_names, out.named_inputs);
    out.inputs = inputs;
    out.result = std::move(result);
    return out;
  }

  const RunQuestion& q_;
  const std::vector<claims::ProofClaims>& proofs_;
  const claims::ProofClaims no_loops_;  // where none of them has loops
  const std::span<const std::string> assumptions_;
  const bool only_small_;
  const AimedInputs aimed_{compared_numbers(q_.program)};
  Granted granted_;
  Random random_{random_seed::of(1)};
  std::vector<Bench> benches_;
};

}  // namespace

std::optional<ClaimFailure> find_failed_claim(const RunQuestion& question, const std::vector<claims::ProofClaims>& proofs,
                                              std::span<const std::string> assumptions) {
  return ClaimRuns(question, proofs, assumptions).run();
}

}  // namespace warpproof::counterexample
