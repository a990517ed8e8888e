#include "src/concrete/machine.h"

#include <utility>

#include "src/base/effort.h"
#include "src/concrete/all_parts.h"
#include "src/concrete/ends.h"

namespace warpproof::concrete {

Machine::Machine(const Setup& setup, const Launch& launch, const RunInputs& inputs, const RunOptions& options,
                 CellMemory& global, GridRaceMonitor* between, ReadOnlyMonitor* read_only)
    : all_(std::make_unique<AllParts>(setup, launch, inputs, options, global, between, read_only)),
      stepping_(launch.warps(), 0) {
  effort::spend(effort::Work::Run);
  try {
    if (!setup.too_large.empty()) throw Stop{setup.too_large, setup.program.functions[setup.root].place};
    const auto& grid = launch.grid;
    if (setup.may_spin && !options.random_schedule && std::uint64_t{grid[0]} * grid[1] * grid[2] == 1)
      all_->endless_loops.begin_to_look();
    start_lanes();
    load_inputs();
  } catch (const Stop& stop) {
    stop_run(stop);
  }
}

Machine::~Machine() = default;

void Machine::stop_run(const Stop& stop) {
  AllParts& p = *all_;
  stopped_ = true;
  p.record.result.outcome = RunResult::Outcome::Unknown;
  p.record.result.unknown = stop.what;
  p.record.result.unknown_place = stop.place;
}

void Machine::stop(const std::string& why) {
  AllParts& p = *all_;
  const Setup& setup = p.context.setup;
  stop_run(Stop{why, setup.program.functions[setup.root].place});
}

bool Machine::run_some(std::uint64_t limit) {
  AllParts& p = *all_;
  try {
    const std::uint64_t meetings = grid_meetings();
    for (; limit > 0 && !stopped_ && grid_meetings() == meetings; --limit) {
      const std::uint64_t before = p.record.result.steps;
      const bool more = step();
      effort::spend(effort::Work::Step);
      effort::spend(effort::Work::WarpInstruction, p.record.result.steps - before);
      if (!more) return false;
      settle();
    }
  } catch (const Stop& stop) {
    stop_run(stop);
  } catch (const OutsideAssumptions& outside) {
    stopped_ = p.record.result.outside_assumptions = true;
    p.record.result.outside_place = outside.place;
  } catch (const LaunchEnded&) {
    stopped_ = p.record.result.launch_ended = true;
  }
  return !stopped_;
}

std::uint64_t Machine::grid_meetings() const { return all_->record.grid_meeting.times; }

void Machine::miss_at_grid_barrier(std::uint32_t exited_block) {
  AllParts& p = *all_;
  const Record::GridMeeting& at = p.record.grid_meeting;
  Report& report = p.record.findings;
  stopped_ = true;
  p.record.result.outcome = RunResult::Outcome::Standstill;
  const std::size_t before = report.findings().size();
  report.add(spec::Rule::BarrierUnreached, report.level(spec::Rule::BarrierUnreached), at.place, at.threads,
             "deadlock: the block waits at the grid's barrier for block " + std::to_string(exited_block) +
                 ", which has exited and reached it less often");
  if (report.findings().size() > before) p.record.result.between_blocks.insert(before);
  for (std::uint32_t w = 0; w < p.threads.warps.size(); ++w) {
    const LaneMask waiting = p.threads.warps[w].live();
    if (waiting == 0) continue;
    const std::string what = "the barrier of the grid";
    p.record.trace({TraceStep::Kind::Standstill, at.place, 0, 0, w, LaneSet{waiting}, 0, {}, {},
                    lanes_text(waiting) + " (waiting at " + what + ")"});
    if (p.record.result.stuck.empty()) p.record.result.stuck.push_back({at.place, 0, w, LaneSet{waiting}, what});
  }
}

RunResult Machine::finish() {
  AllParts& p = *all_;
  RunResult& result = p.record.result;
  const RunOptions& options = p.context.options;
  p.endless_loops.stop_looking();
  if (!stopped_) p.standstill.standstill();
  if (options.observer != nullptr)
    options.observer->ended(p.context.block, [&p] { return p.observed.snapshot(); });
  result.findings = p.record.findings.take();
  for (const Warp& warp : p.threads.warps) result.activemasks.push_back(warp.activemasks);
  return std::move(result);
}

void Machine::start_lanes() {
  AllParts& p = *all_;
  const Setup& setup = p.context.setup;
  const Launch& launch = p.context.launch;
  std::vector<Warp>& warps = p.threads.warps;
  const std::uint32_t threads = launch.threads();
  warps.resize(launch.warps());
  p.block_memory.local.resize(threads);
  p.record.result.results.resize(setup.program.functions[setup.root].is_entry ? 0 : threads);
  const PositionId start = p.code.positions.intern(kNoPosition, setup.root, 0);
  for (std::uint32_t t = 0; t < threads; ++t) {
    warps[t / launch.warp_size].exists |= 1u << (t % launch.warp_size);
  }
  for (std::uint32_t w = 0; w < warps.size(); ++w) {
    p.threads.bank_of(w, start);
    p.schedule.enter(start, w, warps[w].exists);
  }
}

void Machine::load_inputs() {
  AllParts& p = *all_;
  const Setup& setup = p.context.setup;
  const RunInputs& inputs = p.context.inputs;
  const auto lanes = static_cast<std::uint32_t>(p.context.launch.warp_size);
  const Program& program = setup.program;
  const Layout& layout = setup.layout;
  const Function& root = program.functions[setup.root];
  for (std::size_t i = 0; i < root.parameters.size(); ++i) {
    const std::uint32_t variable = root.parameters[i];
    const std::uint64_t address = layout.address[variable];
    if (root.is_entry) {
      if (i < inputs.params.size()) p.block_memory.kernel_params.write_bytes(address, inputs.params[i]);
      p.block_memory.kernel_param_bytes = address + program.variables[variable].size;
      continue;
    }
    for (std::uint32_t t = 0; t < p.context.launch.threads(); ++t) {
      Bank& bank = *p.threads.warps[t / lanes].banks[0][0];
      std::vector<std::uint8_t> bytes;
      if (t < inputs.per_lane_params.size() && i < inputs.per_lane_params[t].size()) {
        bytes = inputs.per_lane_params[t][i];
      }
      bytes.resize(program.variables[variable].size);
      bank.params.write_bytes(t % lanes * layout.param_size[setup.root] + address, bytes);
    }
  }
}

bool Machine::step() {
  AllParts& p = *all_;
  Schedule& schedule = p.schedule;
  EndlessLoops& endless = p.endless_loops;
  if (p.random_schedule.random) return p.random_schedule.random_step();
  if (endless.is_time_to_look() && endless.spins_for_ever()) return false;
  if (schedule.alone_is_set) {
    schedule.alone_is_set = false;
    stepping_.swap(schedule.alone.group);
    if (endless.is_looking()) endless.note_moving(stepping_);
    const PositionId position = schedule.alone.position;
    if (p.fast_runs.run_ahead(position, stepping_)) p.control_flow.run_block(position, stepping_);
    return true;
  }
  RunQueue& from = schedule.leaving.empty() ? schedule.running : schedule.leaving;
  if (from.empty()) return false;
  RunQueue::Entry next =
      from.take(from.size() > 1 && &from == &schedule.running ? schedule.choose_fairly() : 0);
  if (endless.is_looking()) endless.note_moving(next.group);
  p.control_flow.run_block(next.position, next.group);
  from.give_back(std::move(next.group));
  return true;
}

// Fires whatever can fire. Firing sets are disjoint, so the order does not change what happens.
void Machine::settle() {
  AllParts& p = *all_;
  if (!p.threads.unsettled) return;
  p.threads.unsettled = false;
  for (std::uint32_t w = 0; w < p.threads.warps.size(); ++w) {
    while (p.collectives.fire_one(w)) p.endless_loops.stop_looking();
  }
  for (std::uint32_t id = 0; id < p.block_barriers.barriers.size(); ++id) {
    while (p.block_barriers.fire_barrier(id)) p.endless_loops.stop_looking();
  }
}

}  // namespace warpproof::concrete
