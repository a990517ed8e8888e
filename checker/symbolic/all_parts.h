// The parts of one execution, built and tied together. The order of members is that of construction: what a part reads
// while it is built stands before it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "checker/symbolic/access_judge.h"
#include "checker/symbolic/barrier_generations.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/context.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/control_flow.h"
#include "checker/symbolic/control/division.h"
#include "checker/symbolic/control/launch_assumptions.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/stops.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/loops/claim_records.h"
#include "checker/symbolic/loops/compared_loops.h"
#include "checker/symbolic/loops/head_conditions.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/loops/iteration_counts.h"
#include "checker/symbolic/loops/iteration_numbers.h"
#include "checker/symbolic/loops/last_iterations.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_claims.h"
#include "checker/symbolic/loops/loop_exits.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/loops/loop_words.h"
#include "checker/symbolic/loops/loops_in_step.h"
#include "checker/symbolic/loops/own_copies.h"
#include "checker/symbolic/meetings/barrier_reuse.h"
#include "checker/symbolic/meetings/block_barriers.h"
#include "checker/symbolic/meetings/bypasses.h"
#include "checker/symbolic/meetings/collective_results.h"
#include "checker/symbolic/meetings/exited_lanes.h"
#include "checker/symbolic/meetings/grid_meetings.h"
#include "checker/symbolic/meetings/matrix_operations.h"
#include "checker/symbolic/meetings/sample_barriers.h"
#include "checker/symbolic/meetings/standstill.h"
#include "checker/symbolic/meetings/warp_meetings.h"
#include "checker/symbolic/memory/async_copies.h"
#include "checker/symbolic/memory/loads_and_stores.h"
#include "checker/symbolic/memory/loads_of_others.h"
#include "checker/symbolic/memory/locator.h"
#include "checker/symbolic/memory/memory_order.h"
#include "checker/symbolic/memory/order_recorder.h"
#include "checker/symbolic/memory/read_only_memory.h"
#include "checker/symbolic/options.h"
#include "checker/symbolic/order_trace.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/race.h"
#include "checker/symbolic/race_questions.h"
#include "checker/symbolic/read_only_loads.h"
#include "checker/symbolic/shared_words.h"

namespace warpproof::symbolic {

class AllParts {
 public:
  AllParts(const Program& program, std::uint32_t root, TermGraph& graph, const ExecutorOptions& wanted,
           std::function<bool(Term)> infeasible);
  AllParts(const AllParts&) = delete;

  const ExecutorOptions options;
  LaneOps ops;
  Code code;
  Record record;
  const Context context;
  std::optional<Lanes> pending_groups;
  LaunchNumbers numbers;
  Pointers pointers;
  AccessJudge accesses;
  BlockMemory memory;
  AtomicCounters counters;
  SharedWords shared_words;
  BarrierGenerations generations;
  OrderTrace order;
  std::optional<OtherBlocks> other_blocks;
  RaceQuestions race_questions;
  RaceDetector races;
  ReadOnlyLoads read_only_loads;
  CopyGroups copy_groups;
  const Parts parts;
  ThreadSets thread_sets;
  Strands strands;
  LoopState loop_state;
  ScalarInstructions scalar_instructions;
  Division division;
  LaunchAssumptions launch_assumptions;
  Stops stops;
  ControlFlow control_flow;
  Locator locator;
  LoadsAndStores loads_and_stores;
  LoadsOfOthers loads_of_others;
  AsyncCopies async_copies;
  ReadOnlyMemory read_only_memory;
  MemoryOrder memory_order;
  OrderRecorder order_recorder;
  LoopCells loop_cells;
  Induction induction;
  LoopExits loop_exits;
  LoopClaims loop_claims;
  HeadConditions head_conditions;
  IterationCounts iteration_counts;
  IterationNumbers iteration_numbers;
  OwnCopies own_copies;
  LoopsInStep loops_in_step;
  ComparedLoops compared_loops;
  LastIterations last_iterations;
  LoopStrides loop_strides;
  LoopWords loop_words;
  ClaimRecords claim_records;
  WarpMeetings warp_meetings;
  CollectiveResults collective_results;
  ExitedLanes exited_lanes;
  MatrixOperations matrix_operations;
  BlockBarriers block_barriers;
  BarrierReuse barrier_reuse;
  Bypasses bypasses;
  GridMeetings grid_meetings;
  SampleBarriers sample_barriers;
  Standstill standstill;

 private:
  RaceDetector::Surroundings surroundings_of_races();
  ReadOnlyLoads::Surroundings surroundings_of_read_only_loads();
  CopyGroups make_copy_groups();
};

}  // namespace warpproof::symbolic
