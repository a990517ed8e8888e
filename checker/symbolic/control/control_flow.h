// Branches, calls, and ways into and out of loops: how strands move from block to block.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/unknown.h"
#include "src/machine/address_map.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class ControlFlow {
 public:
  explicit ControlFlow(const Parts& parts);

  // It ended at a loop that is to get a plan; some loop without one was cut off.
  bool stopped() const { return stopped_; }
  bool met_open_loop() const { return cut_a_loop_; }
  bool cut_a_long_loop() const { return cut_a_long_loop_; }  // whose condition folds (ExecutorOptions::cuts_long_loops)
  // Heads of loops that were cut at the bound on unrolling: the first one without a plan, and those whose plan failed.
  const std::set<Position>& unbounded_loops() const { return unbounded_loops_; }
  const std::map<Position, int>& repeats() const { return repeats_; }
  // What a device function returned (Executor::returned).
  const std::map<std::uint64_t, Value>& returned() const { return returned_; }
  bool returned_unevenly() const { return returned_unevenly_; }

  void execute_block(Strand s);
  void note_parting(Strand& s, std::uint32_t block);
  void go_to(Strand s, std::uint32_t block);
  void enter_block(Strand s);

 private:
  void fence(Strand& s, const Instruction& ins);
  void branch(Strand s, const Instruction& bra);
  void branch_indexed(Strand s, const Instruction& ins);
  void take_any_word(Strand& s, const Instruction& ins);
  void call(Strand s, const Instruction& ins);
  void leave(Strand s);  // ret of the top frame
  bool loop_may_continue(Strand& s, std::uint32_t head);
  void keep_results(const Strand& s);
  void copy_param(Strand& s, std::uint64_t from, std::uint64_t to, std::uint64_t size, int undefined_event);

  const Program& program_;
  const std::uint32_t root_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  const Layout& layout_;
  std::vector<Unknown>& unknowns_;
  std::set<std::string>& approximations_;
  Code& code_;
  Record& record_;
  ThreadSets& thread_sets_;
  Strands& strands_;
  ScalarInstructions& scalar_instructions_;
  LaunchAssumptions& launch_assumptions_;
  Stops& stops_;
  LoadsAndStores& loads_and_stores_;
  AsyncCopies& async_copies_;
  MemoryOrder& memory_order_;
  OrderRecorder& order_recorder_;
  LoopState& loop_state_;
  Induction& induction_;
  LoopExits& loop_exits_;
  LoopsInStep& loops_in_step_;
  ComparedLoops& compared_loops_;
  LastIterations& last_iterations_;
  WarpMeetings& warp_meetings_;
  GridMeetings& grid_meetings_;

  bool stopped_ = false;  // at a loop without a plan, where nothing is unrolled
  std::set<Position> unbounded_loops_;
  std::map<Position, int> repeats_;  // by head, of loops without a plan: how often threads came back to it at most
  bool cut_a_loop_ = false;
  bool cut_a_long_loop_ = false;
  std::map<std::uint64_t, Value> returned_;
  bool returned_unevenly_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace warpproof::symbolic
