// Loops whose number of iterations is not known, by induction over their iterations.
//
// All lanes that entered a loop run its iterations in step: an iteration ends when each of them has left the
// loop or is back at its head. That is one of the schedules that independent thread scheduling allows, and
// for race-free programs one stands for all. Lanes of the loop that wait in an iteration for lanes that are
// back at the head, or for lanes of another loop, do not fit; such a loop is given up by name.
//
// Why one iteration is enough: it begins with any state that the plan allows (loop_plan.h), so what holds in
// it holds in every iteration. A second one follows where memory is written, since accesses of two iterations
// may race: the next iteration as it is where the whole block meets in each iteration, any later one where it
// does not. Lanes that would go on after that are not followed (cut_): they do what some other state at the
// head has been shown to do. That loops end is assumed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class Induction {
 public:
  explicit Induction(const Parts& parts);

  Strand begin_loop(Strand s, std::uint32_t head);
  Strand begin_iteration(const Position& head, const Lanes& guard);
  void forget_dead_registers(Strand& s) const;
  void latch(Strand s, std::uint32_t head);
  void go_on_as_it_is(const Position& at);
  void enter_next_iteration(const Position& at, Strand next);
  bool is_endless(std::uint32_t function, std::uint32_t head) const;
  void finish_loop(const Position& at);
  bool finish_iterations();
  bool fail_desynchronised_iterations();
  bool keeps_plan(const Position& head, LoopPlan& plan);
  bool leaves_together(const Lanes& head, const Lanes& back, Grain grain);
  bool meets_in_iteration(const Iteration& iteration);
  void note_loop_write(const Strand& s, const std::optional<BlockMemory::Key>& key);
  void note_loop_overwrite(const Strand& s, const BlockMemory::Key& key);
  void note_loop_collective(const Strand& s);
  void note_loop_barrier(const Strand& s);
  void note_inductive_loops();
  std::string why_not_inductive(const Strand& s, std::uint32_t head) const;
  void judge_loops_of(const std::vector<Parked>& partners);

 private:
  void end_iteration(const Position& head);
  bool keeps_arrivals(const Iteration& iteration);

  const Program& program_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  std::map<Position, Strand>& held_;
  int& iterations_begun_;
  bool& plans_changed_;
  std::set<Position>& kept_plans_;
  std::map<int, std::vector<Arrival>>& arrivals_;
  Lanes& cut_;
  BlockMemory& memory_;
  AtomicCounters& counters_;
  std::optional<OtherBlocks>& other_blocks_;
  RaceDetector& races_;
  CopyGroups& copy_groups_;
  Term& scope_;
  std::vector<Input>& inputs_;
  std::vector<Term>& assumptions_;
  std::map<BlockMemory::Key, std::set<Position>>& read_in_one_iteration_;
  std::set<std::string>& assumed_;
  Code& code_;
  ThreadSets& thread_sets_;
  Strands& strands_;
  LoadsOfOthers& loads_of_others_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
  LoopExits& loop_exits_;
  LoopClaims& loop_claims_;
  HeadConditions& head_conditions_;
  IterationCounts& iteration_counts_;
  IterationNumbers& iteration_numbers_;
  OwnCopies& own_copies_;
  LoopsInStep& loops_in_step_;
  ComparedLoops& compared_loops_;
  LastIterations& last_iterations_;
  LoopStrides& loop_strides_;
  LoopWords& loop_words_;

  std::set<std::uint32_t> inductive_loops_;  // places of their heads
};

}  // namespace warpproof::symbolic
