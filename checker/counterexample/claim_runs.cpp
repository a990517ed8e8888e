#include "checker/counterexample/claim_runs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "checker/counterexample/kept_assumptions.h"
#include "checker/counterexample/random_inputs.h"
#include "src/base/random_seed.h"

namespace warpproof::counterexample {

namespace {

constexpr int kTrials = 24;
constexpr std::size_t kMostBlocks = 4;            // sizes of block that are run
constexpr std::uint64_t kMostSteps = 4'000'000;   // warp instructions of one run
constexpr std::uint64_t kMoreSteps = 16;          // than the canonical schedule, of another one
constexpr std::uint64_t kStepsOfATrial = 50'000;  // that shows which parameters are pointers
constexpr std::uint64_t kMostParameterBytes = 512;
constexpr std::uint64_t kManyIterations = 100'000;  // of loops that count up to a parameter
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
  ClaimRuns(const RunQuestion& q, const std::vector<claims::ProofClaims>& proofs) : q_(q), proofs_(proofs) {
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
      if (in_time()) prepare(block);
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
      if (is_one && out.size() < kMostBlocks &&
          std::any_of(proofs_.begin(), proofs_.end(), [&](const auto& p) { return speaks_of(p, block); }))
        out.push_back(block);
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
    bench.machine = std::make_unique<Evaluator>(q_.program, q_.root, bench.launch);
    bench.shape = std::make_unique<InputShape>(
        InputShape{q_.program, q_.root, bench.launch.threads(), {}, q_.fixed, *conditions, bench.launch});
    find_pointers(*bench.shape, random_, [&](int) -> AllocationSet {
      if (!in_time()) return {};
      return run_once(bench, random_inputs(*bench.shape, random_, Words::Small), std::nullopt, kStepsOfATrial,
                      nullptr)
          .touched;
    });
    bench.shape->overlap = q_.pointers_overlap;
    bench.shape->bounds = q_.bounds;
    benches_.push_back(std::move(bench));
  }

  RunResult run_once(Bench& bench, const RunInputs& inputs, std::optional<std::uint64_t> schedule,
                     std::uint64_t most_steps, LoopObserver* loops) const {
    RunOptions options;
    options.random_schedule = schedule;
    options.max_steps = most_steps;
    options.loops = loops;
    options.races = false;  // there are none, says the proof
    options.until = q_.deadline;
    return bench.machine->run(inputs, options);
  }

  RunInputs draw(const Bench& bench, int trial) {
    RunInputs inputs =
        random_inputs(*bench.shape, random_, kKinds[static_cast<std::size_t>(trial) % kKinds.size()]);
    judge_assumptions(inputs);
    const std::uint64_t seed = random_seed::of(static_cast<std::uint64_t>(trial));
    if (trial % 2 == 1) plant_numbers(inputs, bench.shape->pointers, numbers_, seed);
    // Other numbers for the parameters, where that keeps the conditions.
    RunInputs others = inputs;
    if (trial % 4 == 1 && !numbers_.empty())
      set_numbers(bench, others, [&] { return numbers_[random_() % numbers_.size()] + random_() % 2; });
    if (trial % 4 == 3) set_numbers(bench, others, [&] { return kManyIterations - random_() % 64; });
    return broken_by_launch(granted_, bench.launch, others) ? inputs : others;
  }

  template <class F>
  void set_numbers(const Bench& bench, RunInputs& inputs, F number) {
    std::vector<ParameterPart> parts;
    for_each_number(inputs, bench.shape->pointers, [&](ParameterPart part, std::uint64_t, int bytes) {
      if (bytes >= 4 && !q_.fixed.contains(part.index) && random_() % 2 == 0) parts.push_back(part);
    });
    for (const ParameterPart part : parts) {
      const std::uint64_t value = number();
      auto& bytes = inputs.params[part.index];
      std::memcpy(bytes.data() + part.offset, &value, std::min<std::size_t>(8, bytes.size() - part.offset));
    }
  }

  std::optional<ClaimFailure> attempt(Bench& bench, int trial) {
    const RunInputs inputs = draw(bench, trial);
    const claims::ProofClaims& proof = *bench.proofs[static_cast<std::size_t>(trial) % bench.proofs.size()];
    std::vector<std::optional<std::uint64_t>> schedules{std::nullopt};
    if (trial % 2 == 0) schedules.push_back(random_seed::of(static_cast<std::uint64_t>(trial + 1)));
    std::uint64_t most_steps = kMostSteps;
    for (const auto& schedule : schedules) {
      claims::LoopMonitor monitor(proof, bench.launch.threads(),
                                  static_cast<std::uint32_t>(bench.launch.warp_size), !schedule);
      RunResult result = run_once(bench, inputs, schedule, most_steps, &monitor);
      most_steps =
          std::min(kMostSteps, kMoreSteps * result.steps);  // where others are to come first for long
      if (!counts(bench, inputs, result)) break;
      if (result.outcome == RunResult::Outcome::Finished) monitor.end();
      if (monitor.failed()) return failure_of(bench, proof, *monitor.failed(), inputs, schedule, std::move(result));
    }
    return std::nullopt;
  }

  // Does it keep what the proof assumes, and the rules? Of a division by zero no finding need have come up when a run is stopped.
  bool counts(const Bench& bench, const RunInputs& inputs, const RunResult& result) const {
    return !broken_by_run(granted_, bench.launch, inputs, result) && !result.outside_assumptions &&
           !result.launch_ended && !result.halted_at && !has_error(result) && !result.stray && !result.divided_by_zero_at &&
           result.outcome != RunResult::Outcome::Standstill;
  }

  ClaimFailure failure_of(const Bench& bench, const claims::ProofClaims& proof, claims::FailedClaim failed,
                    const RunInputs& inputs, std::optional<std::uint64_t> schedule, RunResult result) const {
    ClaimFailure out{&proof, std::move(failed), Replay()};
    out.run.launch = bench.launch;
    out.run.root = q_.root;
    out.run.schedule = schedule;
    out.run.dynamic_shared_is_open = q_.dynamic_shared_is_open;
    for_each_number(inputs, bench.shape->pointers, [&](ParameterPart part, std::uint64_t value, int bytes) {
      out.run.named_inputs.emplace_back(parameter_name(q_.parameter_names, part),
                                        value_text(value, 8 * bytes));
    });
    out.run.named_scalars = out.run.named_inputs.size();
    name_words(inputs.memory, q_.parameter_names, out.run.named_inputs);
    out.run.inputs = inputs;
    out.run.result = std::move(result);
    return out;
  }

  const RunQuestion& q_;
  const std::vector<claims::ProofClaims>& proofs_;
  const std::vector<std::uint64_t> numbers_ = compared_numbers(q_.program);
  Granted granted_;
  Random random_{random_seed::of(1)};
  std::vector<Bench> benches_;
};

}  // namespace

std::optional<ClaimFailure> find_failed_claim(const RunQuestion& question,
                                              const std::vector<claims::ProofClaims>& proofs) {
  return ClaimRuns(question, proofs).run();
}

}  // namespace warpproof::counterexample
