// What is known of threads after a loop that is proved by induction: its last iterations are iterations of
// their own.
//
// An iteration stands for any iteration of any thread (loop_plan.h). What is recorded in it, accesses to
// memory and violations, is said of its unknowns. Were the threads after the loop described by the same
// unknowns, then an access of a thread in some iteration could not be set against what follows the loop: the
// condition of the loop holds of the one and not of the other, and no race between the two would be seen. So
// threads go on after the loop in a copy of the iteration: all that began with it, the unknowns of the plan,
// values that were loaded and contents of memory that iterations change, gets new names, and so do the facts
// that are assumed of them. In the copy every thread leaves, each in a last iteration of its own, since that
// loops end is assumed; that is said under a condition of its own (`left`), which holds of nothing that was
// recorded before. So guards after the loop are those at its entry.
//
// Why that covers every execution: take one of a program without races, in which all threads leave. Give the
// new names the values of each thread's last iteration. The plan allows them, since it allows each
// iteration's; unknowns are each thread's own (Grain::Lane), so threads that leave in different iterations
// have different ones, and no number of iterations is common to them. The old names are free to stand for any
// other iteration, the last one included. Memory that iterations store to holds anything after the loop: a thread
// may read its own words there, and pass on by a shuffle what its last iteration left.
//
// Only where lanes do not meet in the loop. Otherwise, and where the copy would lose what is known of numbers
// that atomics hand out, a second iteration sets the first one's accesses against the exits of a later one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

class LastIterations {
 public:
  explicit LastIterations(const Parts& parts);

  bool waits_for_iteration(const Position& head) const;
  void wait_for_iteration(Strand s, const Position& head);
  bool all_take_part(const Lanes& all, const Lanes& some);
  void change_values(Strand& s, const std::function<void(Value&)>& f);
  std::optional<Substitute> copy_of_iteration(const Iteration& iteration, const Leaves& leaves);
  void copy_facts(const Iteration& iteration, const Leaves& leaves, Substitute& put);
  bool leave_in_copy(const Position& at);
  void release_left(Iteration& iteration);
  bool needs_second_iteration(const LoopPlan& plan) const;
  void note_loop_access(const Strand& s, const BlockMemory::Key& key, bool changes);

 private:
  bool accounts_for_all(const Iteration& iteration);
  std::optional<Leaves> leaves_of_exit(Iteration& iteration);
  std::set<std::uint32_t> same_in_all_iterations(const Iteration& iteration) const;

  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  bool& plans_changed_;
  BlockMemory& memory_;
  std::optional<OtherBlocks>& other_blocks_;
  BarrierGenerations& generations_;
  RaceDetector& races_;
  Term& scope_;
  std::vector<Input>& inputs_;
  std::vector<Term>& assumptions_;
  std::set<std::uint32_t>& handed_out_;
  std::map<BlockMemory::Key, std::set<Position>>& read_in_one_iteration_;
  std::map<std::uint32_t, Term>& strides_;
  Pointers& pointers_;
  Code& code_;
  Record& record_;
  Strands& strands_;
  ControlFlow& control_flow_;
  LoopState& loop_state_;
  OwnCopies& own_copies_;
};

}  // namespace warpproof::symbolic
