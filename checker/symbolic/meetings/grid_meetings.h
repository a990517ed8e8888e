// The barrier of a whole grid (cooperative_groups: grid_group::sync). Blocks wait there for each other, in a loop
// of which a proof assumes that it ends. It does only if all blocks of the grid come to the barrier, and equally
// often (CUDA C++ Programming Guide 13.0, Grid Synchronization). One block is followed; so whether a thread of it
// comes must not depend on which block it is, or blocks that do not come to one place come to another one.
//
// What is the same for all blocks of a launch: parameters, sizes, and what memory held before the launch at
// addresses that are the same. Other blocks may have stored to it meanwhile; that races, or is a value that is
// open here. Where the condition depends on anything else, that blocks come equally often is an assumption.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/unknown.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class GridMeetings {
 public:
  explicit GridMeetings(const Parts& parts);

  void judge_grid_meeting(const Strand& s, std::uint32_t place);
  void judge_grid_barrier_complete(const Lanes& waited);

 private:
  std::optional<Term> differs_between_blocks(const std::vector<Term>& all);

  const Program& program_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const LaneOps& ops_;
  const Context& context_;
  LaunchNumbers& numbers_;
  Lanes& present_;
  Lanes& exited_;
  Lanes& trapped_;
  Term& scope_;
  Obligations& obligations_;
  std::vector<Unknown>& unknowns_;
  std::vector<Input>& inputs_;
  std::set<std::string>& assumed_;
  const LoopState& loop_state_;

  Lanes at_grid_barrier_;  // who has come to the grid's barrier and not met its block there yet
  std::uint32_t grid_barrier_place_ = 0;
  // Of places that some blocks only come to, until they are seen to be as many for each block: when a block comes there.
  std::vector<Term> some_blocks_come_;
  bool some_place_is_open_ = false;  // whether blocks come to some place depends on more than which block it is
  std::vector<Unknown> settled_;     // places that were seen to be as many for each block
  std::set<std::pair<std::uint32_t, Term>> noted_;  // what unknowns_ has of them: place and condition
};

}  // namespace warpproof::symbolic
