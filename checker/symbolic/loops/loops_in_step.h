// Loops of different threads that go in step: of producers and of consumers, say, which hand over to each
// other by barriers with counts in every iteration.
//
// Each by itself keeps no plan: an iteration of it ends with arrivals at barriers that the others have not
// used yet. So their iterations are taken together. All of them begin when the threads of each have come to
// the head of their loop; a common iteration ends when all threads are back at the heads. One number counts
// the iterations of all (iteration_counts.h). That the threads of one loop go on where those of another do
// is shown of every iteration; with it, and with the same arrivals pending at its end as at its begin, a
// common iteration is an iteration of one loop whose body has a branch for each kind of thread, and the
// argument of induction.h holds of that: each state in which all are at the heads is one that the plans
// allow, for one count.
//
// That threads of different loops wait for each other at their heads is one of the schedules there are, as
// long as nobody needs what another one does in a later iteration; where somebody does, nothing moves in the
// common iteration and the loops are given up by name.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class LoopsInStep {
 public:
  explicit LoopsInStep(const Parts& parts);

  void join_or_abandon(const Position& at, const std::string& why);
  void hold(Strand s, const Position& at);
  const Iteration* first_of(const LoopPlan& plan, const Iteration& iteration) const;
  bool may_end_together(const std::set<Position>& together) const;
  void judge_steps_of(int id, const std::vector<Parked>& partners);
  void end_together(const std::set<Position>& together);

 private:
  bool join(const Position& at);
  bool leave_in_one_iteration(const std::set<Position>& together);
  bool keep_plans(const std::set<Position>& together);

  const Program& program_;
  const ExecutorOptions& options_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  std::map<Position, Strand>& held_;
  bool& some_in_step_;
  bool& plans_changed_;
  std::map<int, std::vector<Arrival>>& arrivals_;
  RaceDetector& races_;
  Code& code_;
  Strands& strands_;
  LoopState& loop_state_;
  Induction& induction_;
  IterationCounts& iteration_counts_;
  LastIterations& last_iterations_;
  LoopStrides& loop_strides_;
};

}  // namespace warpproof::symbolic
