// What one execution is made of. A part gets this when it is built, keeps references to what it uses, which its header
// lists, and nothing else: what is not in that list it cannot touch.
#pragma once

#include <optional>

#include "checker/symbolic/context.h"
#include "checker/symbolic/lanes.h"

namespace warpproof::symbolic {

class AccessJudge;
class AsyncCopies;
class AtomicCounters;
class BarrierGenerations;
class BarrierReuse;
class BlockBarriers;
class BlockMemory;
class Bypasses;
class ClaimRecords;
class Code;
class CollectiveResults;
class ComparedLoops;
class ControlFlow;
class CopyGroups;
class Division;
class ExitedLanes;
class GridMeetings;
class Induction;
class HeadConditions;
class IterationCounts;
class IterationNumbers;
class LastIterations;
class LaunchAssumptions;
class LaunchNumbers;
class LoadsAndStores;
class LoadsOfOthers;
class Locator;
class LoopCells;
class LoopClaims;
class LoopExits;
class LoopState;
class LoopStrides;
class LoopWords;
class LoopsInStep;
class MatrixOperations;
class MemoryOrder;
class OrderRecorder;
class OrderTrace;
class OtherBlocks;
class OwnCopies;
class Pointers;
class RaceDetector;
class RaceQuestions;
class ReadOnlyLoads;
class ReadOnlyMemory;
class Record;
class SampleBarriers;
class ScalarInstructions;
class SharedWords;
class Standstill;
class Stops;
class Strands;
class ThreadSets;
class WarpMeetings;

struct Parts {
  const Context& context;

  // State that several parts change.
  Code& code;
  Record& record;
  ThreadSets& thread_sets;
  std::optional<Lanes>& pending_groups;  // of the asynchronous copies whose accesses are noted

  // What is known of the launch, of memory and of its accesses: each is a part that needs no other one but those above.
  LaunchNumbers& numbers;
  Pointers& pointers;
  AccessJudge& accesses;
  BlockMemory& memory;
  AtomicCounters& counters;
  SharedWords& shared_words;
  BarrierGenerations& generations;
  OrderTrace& order;
  std::optional<OtherBlocks>& other_blocks;
  RaceQuestions& race_questions;
  RaceDetector& races;
  ReadOnlyLoads& read_only_loads;
  CopyGroups& copy_groups;

  // How threads move (control/).
  Strands& strands;
  ScalarInstructions& scalar_instructions;
  Division& division;
  LaunchAssumptions& launch_assumptions;
  Stops& stops;
  ControlFlow& control_flow;

  // Loads, stores, and what orders them (memory/).
  Locator& locator;
  LoadsAndStores& loads_and_stores;
  LoadsOfOthers& loads_of_others;
  AsyncCopies& async_copies;
  ReadOnlyMemory& read_only_memory;
  MemoryOrder& memory_order;
  OrderRecorder& order_recorder;

  // Loops that are not unrolled (loops/).
  LoopState& loop_state;
  LoopCells& loop_cells;
  Induction& induction;
  LoopExits& loop_exits;
  LoopClaims& loop_claims;
  HeadConditions& head_conditions;
  IterationCounts& iteration_counts;
  IterationNumbers& iteration_numbers;
  OwnCopies& own_copies;
  LoopsInStep& loops_in_step;
  ComparedLoops& compared_loops;
  LastIterations& last_iterations;
  LoopStrides& loop_strides;
  LoopWords& loop_words;
  ClaimRecords& claim_records;

  // Where threads wait for each other (meetings/).
  WarpMeetings& warp_meetings;
  CollectiveResults& collective_results;
  ExitedLanes& exited_lanes;
  MatrixOperations& matrix_operations;
  BlockBarriers& block_barriers;
  BarrierReuse& barrier_reuse;
  Bypasses& bypasses;
  GridMeetings& grid_meetings;
  SampleBarriers& sample_barriers;
  Standstill& standstill;
};

}  // namespace warpproof::symbolic
