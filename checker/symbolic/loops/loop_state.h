// Loops that are being followed with a plan or compared: which iterations there are, and whether plans still hold.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class LoopState {
 public:
  explicit LoopState(const Parts& parts);

  std::map<Position, Iteration> iterations;  // that are followed, by position of the loop's head
  std::map<Position, Strand> held;           // at heads of loops that begin together
  bool some_in_step = false;
  int iterations_begun = 0;
  bool plans_changed = false;     // a plan was weakened: nothing that was found counts
  std::set<Position> kept_plans;  // that some iteration was shown to keep
  std::map<BlockMemory::Key, std::set<Position>> read_in_one_iteration;  // of loops
  std::map<std::uint32_t, Term> strides;  // variable -> the stride that it is a multiple of

  LoopPlan* plan_at(const Position& head) const;
  bool is_in_loop(const Strand& s, const Position& head) const;
  bool loop_is_active(const Position& head) const;
  bool is_occupied(const Position& head) const;
  std::vector<Position> planned_loops(const Strand& s) const;
  void abandon_plan(const Position& head, const std::string& why);
  void forget_assumed_in(const Position& head);

 private:
  const ExecutorOptions& options_;
  const Context& context_;
  std::map<Position, Strand>& runnable_;
  std::map<Position, Parked>& parked_;
  Code& code_;
  Record& record_;
};

}  // namespace warpproof::symbolic
