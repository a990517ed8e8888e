// Loads of what other blocks of the grid may have stored (other_blocks.h).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/target.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class LoadsOfOthers {
 public:
  explicit LoadsOfOthers(const Parts& parts);

  OtherBlocks::Brings brings(const BlockMemory::Key& key, const Instruction& ins);
  Value load_of_others(Strand& s, const Target& target, const Value& followed, int bytes,
                       const Instruction& ins, OtherBlocks::Brings brings);
  void note_iteration_of_others(const Strand& head, const LoopPlan& plan);

 private:
  const Program& program_;
  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  Pointers& pointers_;
  BlockMemory& memory_;
  std::optional<OtherBlocks>& other_blocks_;
  std::vector<Term>& as_followed_;
  std::set<std::string>& approximations_;
  Code& code_;
  ScalarInstructions& scalar_instructions_;
};

}  // namespace warpproof::symbolic
