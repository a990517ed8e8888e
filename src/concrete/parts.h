// What one run of one block is made of. A part gets this when it is built, keeps references to what it uses, which its
// header lists, and nothing else: what is not in that list it cannot touch.
#pragma once

#include "src/concrete/context.h"

namespace warpproof::concrete {

class AccessJudge;
class AccessRecorder;
class AsyncCopies;
class BarrierReuse;
class BarrierRules;
class BlockBarriers;
class Bypasses;
class Calls;
class Code;
class CollectiveInputs;
class CollectiveResults;
class Collectives;
class ControlFlow;
class EndlessLoops;
class Executions;
class FastCollectives;
class FastRows;
class FastRuns;
class GridRaceMonitor;
class LoadsAndStores;
class Locator;
class LoopIterations;
class MatrixOperations;
class MeetingOrder;
class Observed;
class RaceJudge;
class RaceMonitor;
class RandomSchedule;
class ReadOnlyLoads;
class ReadOnlyMonitor;
class Record;
class Registers;
class ScalarInstructions;
class Schedule;
class Standstill;
class Threads;
struct BlockMemory;

struct Parts {
  const Context& context;

  // State that several parts change.
  Code& code;
  Threads& threads;
  Record& record;
  BlockMemory& block_memory;
  RaceMonitor& races;
  GridRaceMonitor* const between;    // other blocks and this one; null: nobody hears
  ReadOnlyMonitor* const read_only;  // that of all blocks, null: the block has its own

  // How lanes move (control/).
  Registers& registers;
  Schedule& schedule;
  RandomSchedule& random_schedule;
  LoopIterations& loop_iterations;
  ScalarInstructions& scalar_instructions;
  FastRuns& fast_runs;
  Calls& calls;
  ControlFlow& control_flow;
  EndlessLoops& endless_loops;
  Observed& observed;

  // Accesses to memory, and what is judged of them (memory/).
  Locator& locator;
  AccessJudge& access_judge;
  LoadsAndStores& loads_and_stores;
  FastRows& fast_rows;
  AsyncCopies& async_copies;
  Executions& executions;
  AccessRecorder& access_recorder;
  RaceJudge& race_judge;
  ReadOnlyLoads& read_only_loads;

  // Where lanes wait for each other (meetings/).
  Collectives& collectives;
  CollectiveInputs& collective_inputs;
  CollectiveResults& collective_results;
  FastCollectives& fast_collectives;
  MatrixOperations& matrix_operations;
  BlockBarriers& block_barriers;
  BarrierRules& barrier_rules;
  BarrierReuse& barrier_reuse;
  Bypasses& bypasses;
  MeetingOrder& meeting_order;
  Standstill& standstill;
};

}  // namespace warpproof::concrete
