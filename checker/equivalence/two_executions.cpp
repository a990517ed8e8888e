#include "checker/equivalence/two_executions.h"

#include "src/cfg/rotate_loops.h"

namespace warpproof::equivalence {

namespace {

constexpr int kFirstRounds = 2;  // rounds of a loop before it counts as one of unknown length
constexpr int kMostRuns = 80;    // weakenings of plans and relations

}  // namespace

TwoExecutions::TwoExecutions(TermGraph& graph, const Side& a, const Side& b, const Matching& matching,
                             const EquivalenceOptions& options, Clock::time_point deadline)
    : graph_(graph),
      sides_{a, b},
      matching_(matching),
      options_(options),
      deadline_(deadline),
      rotated_sides_{a, b} {}

void TwoExecutions::execute(bool in_b, const ExecutionLoops& loops) {
  const Side& side = relation_ != nullptr ? rotated_sides_[in_b] : sides_[in_b];
  if (relation_ != nullptr) relation_->begin(in_b);
  executions_[in_b] = std::make_unique<Execution>(graph_, inputs_, side, options_, matching_.block, matching_,
                                                  in_b, loops, deadline_);
  executions_[in_b]->run();
}

void TwoExecutions::unroll(int rounds) {
  relation_.reset();
  for (const bool in_b : {false, true}) execute(in_b, {rounds, false, nullptr, nullptr});
}

bool TwoExecutions::meet_open_loops() {
  for (const bool in_b : {false, true}) {
    execute(in_b, {std::min(kFirstRounds, options_.check.unroll), true, nullptr, nullptr});
    if (!executions_[in_b]->executor().unbounded_loops().empty()) return true;
  }
  return false;
}

// Until no plan of a loop is weakened any more.
bool TwoExecutions::settle(bool in_b) {
  for (int run = 0; run < kMostRuns && Clock::now() < deadline_; ++run) {
    execute(in_b,
            {std::min(kFirstRounds, options_.check.unroll), true, &plans_[in_b], relation_->side(in_b)});
    const auto& executor = executions_[in_b]->executor();
    bool again = executor.plans_changed();
    for (const auto& head : executor.unbounded_loops())
      again = plans_[in_b].try_emplace(head).second || again;
    if (!again) return true;
  }
  return false;
}

bool TwoExecutions::compare_loops() {
  for (const bool in_b : {false, true}) {
    rotated_[in_b] = rotate_loops(*sides_[in_b].program);
    rotated_sides_[in_b].program = &rotated_[in_b];
  }
  relation_ = std::make_unique<LoopRelation>(
      graph_, options_.floats, static_cast<int>(matching_.block[0] * matching_.block[1] * matching_.block[2]),
      [this](std::uint32_t n) { return matching_.number_of_b(n); }, deadline_);
  for (int run = 0; run < kMostRuns && Clock::now() < deadline_; ++run) {
    if (!settle(false) || !settle(true)) return false;
    if (relation_->is_kept(a().executor().order(), b().executor().order())) return true;
  }
  return false;
}

}  // namespace warpproof::equivalence
