// The parts of one run, built and tied together. The order of members is that of construction: what a part reads while it
// is built stands before it.
#pragma once

#include "src/concrete/context.h"
#include "src/concrete/control/calls.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/control_flow.h"
#include "src/concrete/control/endless_loops.h"
#include "src/concrete/control/fast_runs.h"
#include "src/concrete/control/loop_iterations.h"
#include "src/concrete/control/observed.h"
#include "src/concrete/control/random_schedule.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/scalar_instructions.h"
#include "src/concrete/control/schedule.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/grid_race_monitor.h"
#include "src/concrete/meetings/barrier_reuse.h"
#include "src/concrete/meetings/barrier_rules.h"
#include "src/concrete/meetings/block_barriers.h"
#include "src/concrete/meetings/bypasses.h"
#include "src/concrete/meetings/collective_inputs.h"
#include "src/concrete/meetings/collective_results.h"
#include "src/concrete/meetings/collectives.h"
#include "src/concrete/meetings/fast_collectives.h"
#include "src/concrete/meetings/matrix_operations.h"
#include "src/concrete/meetings/meeting_order.h"
#include "src/concrete/meetings/standstill.h"
#include "src/concrete/memory/access_judge.h"
#include "src/concrete/memory/access_recorder.h"
#include "src/concrete/memory/async_copies.h"
#include "src/concrete/memory/block_memory.h"
#include "src/concrete/memory/executions.h"
#include "src/concrete/memory/fast_rows.h"
#include "src/concrete/memory/loads_and_stores.h"
#include "src/concrete/memory/locator.h"
#include "src/concrete/memory/race_judge.h"
#include "src/concrete/memory/read_only_loads.h"
#include "src/concrete/parts.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/read_only_monitor.h"

namespace warpproof::concrete {

struct AllParts {
  AllParts(const Setup& setup, const Launch& launch, const RunInputs& inputs, const RunOptions& options,
           CellMemory& global, GridRaceMonitor* between, ReadOnlyMonitor* read_only);
  AllParts(const AllParts&) = delete;

  const Context context;
  Code code;
  Threads threads;
  Record record;
  BlockMemory block_memory;
  RaceMonitor races;
  const Parts parts;
  Registers registers;
  Schedule schedule;
  RandomSchedule random_schedule;
  LoopIterations loop_iterations;
  ScalarInstructions scalar_instructions;
  FastRuns fast_runs;
  Calls calls;
  ControlFlow control_flow;
  EndlessLoops endless_loops;
  Observed observed;
  Locator locator;
  AccessJudge access_judge;
  LoadsAndStores loads_and_stores;
  FastRows fast_rows;
  AsyncCopies async_copies;
  Executions executions;
  AccessRecorder access_recorder;
  RaceJudge race_judge;
  ReadOnlyLoads read_only_loads;
  Collectives collectives;
  CollectiveInputs collective_inputs;
  CollectiveResults collective_results;
  FastCollectives fast_collectives;
  MatrixOperations matrix_operations;
  BlockBarriers block_barriers;
  BarrierRules barrier_rules;
  BarrierReuse barrier_reuse;
  Bypasses bypasses;
  MeetingOrder meeting_order;
  Standstill standstill;
};

}  // namespace warpproof::concrete
