#include "src/concrete/grid.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <random>

#include "src/base/effort.h"
#include "src/concrete/grid_parallel.h"
#include "src/concrete/grid_race_monitor.h"
#include "src/concrete/machine.h"
#include "src/concrete/read_only_monitor.h"
#include "src/concrete/report.h"

namespace warpproof::concrete {
namespace {

// Races between blocks, as findings of the later one's.
class RacesBetweenBlocks {
 public:
  RacesBetweenBlocks(const Setup& setup, bool only_orders)
      : setup_(setup),
        only_orders_(only_orders),
        levels_(setup.launch),
        monitor(static_cast<std::uint32_t>(setup.launch.warp_size),
                static_cast<std::uint32_t>(setup.launch.warps()),
                [this](const auto& earlier, const auto& later, bool equal) { add(earlier, later, equal); },
                {.coherence = !only_orders}) {}

  void move_to(Evaluator::GridResult& out) {
    out.run.order_shows |= order_shows_;
    for (Found& found : found_) {
      out.run.findings.push_back(std::move(found.finding));
      out.finding_block.push_back(found.block);
      out.is_between_blocks.push_back(true);
    }
    found_.clear();
    index_.clear();
  }

 private:
  using Access = GridRaceMonitor::Access;
  struct Found {
    Finding finding;
    std::uint32_t block;
  };

  // One finding for each two places.
  void add(const Access& earlier, const Access& later, bool equal_values) {
    if (only_orders_) {
      order_shows_ |= !equal_values;
      return;
    }
    const bool same = earlier.address == later.address && earlier.bytes == later.bytes;
    const spec::Rule rule = same ? spec::Rule::Race : spec::Rule::RaceMixedSize;
    spec::Level level = levels_.level(rule);
    if (equal_values) level = std::min(level, spec::equal_value_race_level(setup_.launch.policies));
    if (level == spec::Level::Off) return;
    const auto lanes = static_cast<std::uint32_t>(setup_.launch.warp_size);
    ThreadSet threads;
    threads.add(static_cast<int>(later.thread / lanes), static_cast<int>(later.thread % lanes));
    const auto [it, is_new] = index_.try_emplace({rule, later.place, earlier.place}, found_.size());
    if (!is_new) {
      Found& known = found_[it->second];
      known.finding.level = std::max(known.finding.level, level);
      if (known.block == later.block) known.finding.threads.merge(threads);
      return;
    }
    const auto name = [](const Access& a) {
      return "thread " + std::to_string(a.thread) + " of block " + std::to_string(a.block);
    };
    const auto does = [](const Access& a) { return a.writes ? "writes" : "reads"; };
    Finding finding{rule, level, later.place, threads, "", {}};
    finding.message = "data race: " + name(later) + " " + does(later) + " what " + name(earlier) + " " +
                      does(earlier) + "; nothing orders the two blocks";
    finding.related.push_back({earlier.place, "the other access, by " + name(earlier)});
    found_.push_back({std::move(finding), later.block});
  }

  const Setup& setup_;
  const bool only_orders_;  // RunOptions::orders
  bool order_shows_ = false;
  const Report levels_;
  std::vector<Found> found_;
  std::map<std::tuple<spec::Rule, std::uint32_t, std::uint32_t>, std::size_t> index_;

 public:
  GridRaceMonitor monitor;
};

// Blocks that are under way at once, and basic blocks that one runs before the next has its turn. A block
// that waits for another gets nowhere meanwhile; one that computes loses nothing by the change.
constexpr std::size_t kResident = 64, kResidentAtRandom = 16;
constexpr std::uint64_t kTurn = 20'000;
// Of grids whose blocks meet at the barrier of the grid: until it is complete a block only asks again and again.
constexpr std::size_t kMostThatMeet = 2048;
constexpr std::uint64_t kTurnOfThoseThatMeet = 500;

class Grid {
 public:
  Grid(const Setup& setup, const RunInputs& inputs, const RunOptions& options)
      : setup_(setup), inputs_(inputs), options_(options) {
    if (options.random_schedule) random_.emplace(*options.random_schedule);
    const auto& grid = setup.launch.grid;
    total_ = std::uint64_t{grid[0]} * grid[1] * grid[2];
    if (options.races && total_ > 1) between_.emplace(setup, options.orders);
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
      if (options_.until && effort::Clock::now() > *options_.until) {
        if (resident_.empty()) start_block();
        resident_[0].machine->stop("out of effort");
        take(0);
      } else {
        turn();
      }
    }
    // Those whose run was cut off did not come to a standstill.
    for (Resident& r : resident_) r.machine->stop("the run of another block was stopped");
    while (!resident_.empty()) take(0);
    if (between_) between_->move_to(out_);
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
                         std::make_unique<Machine>(setup_, launch, inputs_, options_, out_.run.global,
                                                   between_ ? &between_->monitor : nullptr, &read_only_)});
    ++next_;
  }

  // A block that is at the barrier of the grid, which some other has not come to as often.
  bool awaits_others(const Resident& r) const {
    if (!meets_) return false;
    if (next_ < total_) return r.machine->grid_meetings() > 0;
    return std::any_of(resident_.begin(), resident_.end(), [&](const Resident& other) {
      return other.machine->grid_meetings() < r.machine->grid_meetings();
    });
  }

  // From there on, some block that others are not needed for; a new one where there is none. Blocks that are launched
  // to meet are all resident at once.
  std::size_t one_that_can_go_on(std::size_t from) {
    if (!meets_) return from;
    for (std::size_t i = 0; i < resident_.size(); ++i) {
      const std::size_t candidate = (from + i) % resident_.size();
      if (!awaits_others(resident_[candidate])) return candidate;
    }
    if (next_ == total_ || resident_.size() >= kMostThatMeet) return from;
    start_block();
    return resident_.size() - 1;
  }

  void turn() {
    std::size_t chosen = 0;
    std::uint64_t limit = meets_ ? kTurnOfThoseThatMeet : kTurn;
    if (random_) {
      while (resident_.size() < kResidentAtRandom && next_ < total_) start_block();
      chosen = one_that_can_go_on((*random_)() % resident_.size());
      limit = 1 + (*random_)() % 4;
    } else if (resident_.empty() ||
               (waiting_turns_ >= resident_.size() && resident_.size() < kResident && next_ < total_)) {
      start_block();
      chosen = resident_.size() - 1;
      waiting_turns_ = 0;
    } else {
      chosen = one_that_can_go_on(0);
    }
    Machine& machine = *resident_[chosen].machine;
    const bool goes_on = machine.run_some(limit);
    meets_ = meets_ || machine.grid_meetings() > 0;
    if (!goes_on) {
      take(chosen);
      waiting_turns_ = 0;
      return;
    }
    if (meets_ && find_missing()) return;
    if (random_) return;
    ++waiting_turns_;
    std::rotate(resident_.begin() + static_cast<std::ptrdiff_t>(chosen),
                resident_.begin() + static_cast<std::ptrdiff_t>(chosen) + 1, resident_.end());
  }

  // A block that has come to the barrier of the grid more often than one that has exited waits there for ever: the
  // barrier is complete when all blocks have come to it equally often, and nobody but them stores to its counter.
  bool find_missing() {
    if (!fewest_meetings_) return false;
    const auto waits = std::find_if(resident_.begin(), resident_.end(), [&](const Resident& r) {
      return r.machine->grid_meetings() > fewest_meetings_->second;
    });
    if (waits == resident_.end()) return false;
    const bool is_first = out_.run.stuck.empty();
    waits->machine->miss_at_grid_barrier(fewest_meetings_->first);
    take(static_cast<std::size_t>(waits - resident_.begin()));
    waiting_turns_ = 0;
    if (is_first && !out_.run.stuck.empty())
      out_.run.stuck.push_back({out_.run.stuck.front().place, fewest_meetings_->first, 0,
                                LaneSet{LaneMask{1}}, "has exited"});
    return true;
  }

  void take(std::size_t which) {
    const std::uint32_t block = resident_[which].block;
    const std::uint64_t meetings = resident_[which].machine->grid_meetings();
    RunResult one = resident_[which].machine->finish();
    resident_.erase(resident_.begin() + static_cast<std::ptrdiff_t>(which));
    const bool has_exited = one.outcome == RunResult::Outcome::Finished && !one.launch_ended && !one.halted_at &&
                            !one.outside_assumptions;
    if (has_exited && (!fewest_meetings_ || meetings < fewest_meetings_->second))
      fewest_meetings_.emplace(block, meetings);
    join(block, std::move(one));
  }

  // Adds what a block found to what is known.
  void join(std::uint32_t block, RunResult one) {
    RunResult& all = out_.run;
    all.steps += one.steps;
    all.touched |= one.touched;
    all.strong |= one.strong;
    all.stray |= one.stray;
    all.order_shows |= one.order_shows;
    for (const RunResult::Reach& reach : one.reaches) all.reaches.push_back({0, reach.farthest, reach.stray});
    all.shared_end = std::max(all.shared_end, one.shared_end);
    if (!all.divided_by_zero_at) all.divided_by_zero_at = one.divided_by_zero_at;
    for (const auto& [place, inside] : one.real_domains) all.real_domains[place] |= inside;
    all.approximations.merge(one.approximations);
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
      Finding& finding = one.findings[i];
      const bool takes_two = one.between_blocks.contains(i);
      const auto known = std::find_if(all.findings.begin(), all.findings.end(), [&](const Finding& old) {
        return old.rule == finding.rule && old.place == finding.place;
      });
      if (known != all.findings.end()) {
        known->level = std::max(known->level, finding.level);
        const auto number = static_cast<std::size_t>(known - all.findings.begin());
        if (!takes_two) out_.is_between_blocks[number] = false;
        continue;
      }
      all.findings.push_back(std::move(finding));
      out_.finding_block.push_back(block);
      out_.is_between_blocks.push_back(takes_two);
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
    if (one.outside_assumptions && !all.outside_assumptions) all.outside_place = one.outside_place;
    all.outside_assumptions |= one.outside_assumptions;
    if (!all.halted_at) all.halted_at = one.halted_at;
    if (one.launch_ended) all.launch_ended = stopped_ = true;
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
  bool meets_ = false;  // some block has come to the barrier of the grid
  std::optional<std::pair<std::uint32_t, std::uint64_t>> fewest_meetings_;  // a block that has exited, and how many
  std::optional<RacesBetweenBlocks> between_;
  ReadOnlyMonitor read_only_;
  std::deque<Resident> resident_;
  Evaluator::GridResult out_;
};

}  // namespace

Evaluator::GridResult run_grid(const Setup& setup, const RunInputs& inputs, const RunOptions& options) {
  return Grid(setup, inputs, options).run();
}

}  // namespace warpproof::concrete
