// Loops that are compared with those of another program (loop_comparison.h).
//
// An iteration is followed from any state, with the threads that are in it; who leaves in it is recorded and
// followed no further. When the iteration is over, all threads that entered the loop go on after it, with
// whatever some iteration left them with. Memory that the loop stores to holds anything, in the iteration
// and, anew, after the loop.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/unknown.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class ComparedLoops {
 public:
  explicit ComparedLoops(const Parts& parts);

  void number_loop(const Position& head);
  Strand begin_compared_iteration(const Position& head);
  Lanes who_goes_on(const Strand& s, const Instruction& bra);
  void take_for_certain(const Strand& s, const Lanes& taken);
  void leave_compared(const Strand& s, const std::vector<Position>& left, std::uint32_t block);
  void end_compared_iteration(const Position& head);
  void note_disturbance(const Strand& s, const BlockMemory::Key& key);
  void report_unfinished_iterations();

 private:
  Iteration* innermost_iteration(const Strand& s);
  bool leaves_by_steps(const LoopPlan& plan, const Iteration& iteration, const StateCell& cell,
                       std::uint32_t target);
  CellForm form_after(const LoopPlan& plan, const Iteration& iteration, const StateCell& cell,
                      std::uint32_t target);
  std::vector<StateCell> cells_after(const LoopPlan& plan, const Iteration& iteration,
                                     std::uint32_t target) const;
  void record_iteration(const Position& head, const LoopPlan& plan);
  void go_on_after(const Position& head, const LoopPlan& plan, const Iteration& iteration);
  bool leaves_or_comes_back(const Iteration& iteration);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  int& iterations_begun_;
  bool& plans_changed_;
  std::map<int, std::vector<Arrival>>& arrivals_;
  Lanes& cut_;
  BlockMemory& memory_;
  std::vector<Unknown>& unknowns_;
  std::vector<Term>& assumptions_;
  Code& code_;
  Strands& strands_;
  ControlFlow& control_flow_;
  OrderRecorder& order_recorder_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
  Induction& induction_;
  LoopExits& loop_exits_;
  LastIterations& last_iterations_;
  LoopWords& loop_words_;

  std::uint32_t loops_compared_ = 0;
};

}  // namespace warpproof::symbolic
