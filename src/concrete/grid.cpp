#include "src/concrete/grid.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <random>

#include "src/concrete/grid_parallel.h"

namespace warpproof::concrete {
namespace {

// Blocks that are under way at once, and basic blocks that one runs before the next has its turn. A block
// that waits for another gets nowhere meanwhile; one that computes loses nothing by the change.
constexpr std::size_t kResident = 64, kResidentAtRandom = 16;
constexpr std::uint64_t kTurn = 20'000;

class Grid {
 public:
  Grid(const Setup& setup, const RunInputs& inputs, const RunOptions& options)
      : setup_(setup), inputs_(inputs), options_(options) {
    if (options.random_schedule) random_.emplace(*options.random_schedule);
    const auto& grid = setup.launch.grid;
    total_ = std::uint64_t{grid[0]} * grid[1] * grid[2];
    load_memory(setup, inputs, out_.run.global);
  }

  Evaluator::GridResult run() {
    if (may_run_apart(setup_, options_)) {
      const auto take = [this](std::uint32_t block, RunResult one) { join(block, std::move(one)); };
      if (run_apart(setup_, inputs_, options_, out_.run.global, take)) return std::move(out_);
      out_ = Evaluator::GridResult();
      load_memory(setup_, inputs_, out_.run.global);
    }
    while (!stopped_ && (next_ < total_ || !resident_.empty())) {
      turn();
    }
    while (!resident_.empty()) take(0);
    return std::move(out_);
  }

 private:
  struct Resident {
    std::uint32_t block;
    std::unique_ptr<Machine> machine;
  };

  void start_block() {
    Launch launch = setup_.launch;
    launch.ctaid = {static_cast<std::uint32_t>(next_ % launch.grid[0]),
                    static_cast<std::uint32_t>(next_ / launch.grid[0] % launch.grid[1]),
                    static_cast<std::uint32_t>(next_ / launch.grid[0] / launch.grid[1])};
    resident_.push_back({static_cast<std::uint32_t>(next_),
                         std::make_unique<Machine>(setup_, launch, inputs_, options_, out_.run.global)});
    ++next_;
  }

  void turn() {
    std::size_t chosen = 0;
    std::uint64_t limit = kTurn;
    if (random_) {
      while (resident_.size() < kResidentAtRandom && next_ < total_) start_block();
      chosen = (*random_)() % resident_.size();
      limit = 1 + (*random_)() % 4;
    } else if (resident_.empty() ||
               (waiting_turns_ >= resident_.size() && resident_.size() < kResident && next_ < total_)) {
      start_block();
      chosen = resident_.size() - 1;
      waiting_turns_ = 0;
    }
    if (!resident_[chosen].machine->run_some(limit)) {
      take(chosen);
      waiting_turns_ = 0;
      return;
    }
    if (random_) return;
    ++waiting_turns_;
    std::rotate(resident_.begin() + static_cast<std::ptrdiff_t>(chosen),
                resident_.begin() + static_cast<std::ptrdiff_t>(chosen) + 1, resident_.end());
  }

  void take(std::size_t which) {
    const std::uint32_t block = resident_[which].block;
    RunResult one = resident_[which].machine->finish();
    resident_.erase(resident_.begin() + static_cast<std::ptrdiff_t>(which));
    join(block, std::move(one));
  }

  // Adds what a block found to what is known.
  void join(std::uint32_t block, RunResult one) {
    RunResult& all = out_.run;
    all.steps += one.steps;
    all.approximations.merge(one.approximations);
    for (Finding& finding : one.findings) {
      const auto known = std::find_if(all.findings.begin(), all.findings.end(), [&](const Finding& old) {
        return old.rule == finding.rule && old.place == finding.place;
      });
      if (known != all.findings.end()) {
        known->level = std::max(known->level, finding.level);
        continue;
      }
      all.findings.push_back(std::move(finding));
      out_.finding_block.push_back(block);
    }
    for (TraceStep& step : one.trace) {
      if (all.trace.size() >= options_.max_trace) break;
      all.trace.push_back(std::move(step));
      out_.trace_block.push_back(block);
    }
    if (!one.stuck.empty() && all.stuck.empty()) {
      all.stuck = std::move(one.stuck);
      all.stuck_in_cycle = one.stuck_in_cycle;
      for (StuckGroup& group : all.stuck) group.block = block;
    }
    if (one.outcome == RunResult::Outcome::Unknown) {
      if (all.outcome != RunResult::Outcome::Unknown) {
        all.unknown = one.unknown;
        all.unknown_place = one.unknown_place;
      }
      all.outcome = one.outcome;
      stopped_ = true;
      return;
    }
    ++out_.blocks;
    all.outside_assumptions |= one.outside_assumptions;
    if (one.outcome == RunResult::Outcome::Standstill && all.outcome == RunResult::Outcome::Finished)
      all.outcome = one.outcome;
  }

  const Setup& setup_;
  const RunInputs& inputs_;
  const RunOptions& options_;
  std::optional<std::mt19937_64> random_;
  std::uint64_t next_ = 0, total_ = 0;
  std::size_t waiting_turns_ = 0;
  bool stopped_ = false;
  std::deque<Resident> resident_;
  Evaluator::GridResult out_;
};

}  // namespace

Evaluator::GridResult run_grid(const Setup& setup, const RunInputs& inputs, const RunOptions& options) {
  return Grid(setup, inputs, options).run();
}

}  // namespace warpproof::concrete
