#include "src/concrete/all_parts.h"

#include <optional>

namespace warpproof::concrete {

namespace {

Launch of_these_steps(Launch launch, const std::optional<std::uint64_t>& max_steps) {
  if (max_steps) launch.max_steps = *max_steps;
  return launch;
}

std::uint32_t number_of_block(const Launch& launch) {
  return static_cast<std::uint32_t>(
      launch.ctaid[0] + (launch.ctaid[1] + std::uint64_t{launch.ctaid[2]} * launch.grid[1]) * launch.grid[0]);
}

}  // namespace

AllParts::AllParts(const Setup& setup, const Launch& launch, const RunInputs& inputs,
                   const RunOptions& options, CellMemory& global, GridRaceMonitor* between,
                   ReadOnlyMonitor* read_only)
    : context{setup, of_these_steps(launch, options.max_steps), inputs, options, number_of_block(launch)},
      code(context),
      threads(context, code),
      record(context, threads, [this] { return observed.snapshot(); }),
      block_memory{global},
      races(options.races ? launch.threads() : 0, static_cast<std::uint32_t>(launch.warp_size),
            [this](spec::Rule rule, const RaceMonitor::Access& earlier, const RaceMonitor::Access& later,
                   bool equal) { race_judge.report_race(rule, earlier, later, equal); }),
      parts{context,
            code,
            threads,
            record,
            block_memory,
            races,
            options.races ? between : nullptr,
            read_only,
            registers,
            schedule,
            random_schedule,
            loop_iterations,
            scalar_instructions,
            fast_runs,
            calls,
            control_flow,
            endless_loops,
            observed,
            locator,
            access_judge,
            loads_and_stores,
            fast_rows,
            async_copies,
            executions,
            access_recorder,
            race_judge,
            read_only_loads,
            collectives,
            collective_inputs,
            collective_results,
            fast_collectives,
            matrix_operations,
            block_barriers,
            barrier_rules,
            barrier_reuse,
            bypasses,
            meeting_order,
            standstill},
      registers(parts),
      schedule(parts),
      random_schedule(parts),
      loop_iterations(parts),
      scalar_instructions(parts),
      fast_runs(parts),
      calls(parts),
      control_flow(parts),
      endless_loops(parts),
      observed(parts),
      locator(parts),
      access_judge(parts),
      loads_and_stores(parts),
      fast_rows(parts),
      async_copies(parts),
      executions(parts),
      access_recorder(parts),
      race_judge(parts),
      read_only_loads(parts),
      collectives(parts),
      collective_inputs(parts),
      collective_results(parts),
      fast_collectives(parts),
      matrix_operations(parts),
      block_barriers(parts),
      barrier_rules(parts),
      barrier_reuse(parts),
      bypasses(parts),
      meeting_order(parts),
      standstill(parts) {}

}  // namespace warpproof::concrete
