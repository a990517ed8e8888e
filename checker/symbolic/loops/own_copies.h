// Asynchronous copies that outlast the iteration that issues them.
//
// A copy is pending until its own thread has waited for it; neither program order nor a barrier completes it
// (spec/async_copy.h). So what an iteration copies is set against every later iteration up to the wait: the
// next ones as they are, as long as iterations wait for copies, and then any later one (end_iteration), which
// knows by the numbers of groups that the plan keeps what has been waited for. Of loops whose lanes leave one
// by one only one iteration is followed, as nothing orders two threads there; but a thread's own copies race
// with what it does itself in a later iteration, and that is judged here, by giving everything that the
// iteration did new names.
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
#include "src/term/traverse.h"

namespace warpproof::symbolic {

class OwnCopies {
 public:
  explicit OwnCopies(const Parts& parts);

  bool copies_are_pending(const Iteration& iteration);
  void note_moves(Iteration& iteration, const LoopPlan& plan);
  std::vector<Term> later_than(const Iteration& iteration, const LoopPlan& plan, const Strand& before,
                               const Strand& later);
  bool judge_own_copies(const Position& at);

 private:
  Substitute in_later_iteration(const Iteration& iteration, const LoopPlan& plan, const Leaves& leaves,
                                Substitute copy);

  const Program& program_;
  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  RaceDetector& races_;
  std::vector<Input>& inputs_;
  std::vector<Term>& assumptions_;
  std::set<std::string>& assumed_;
  Code& code_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
  LastIterations& last_iterations_;
  LoopStrides& loop_strides_;
};

}  // namespace warpproof::symbolic
