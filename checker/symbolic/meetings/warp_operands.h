// The operands of a warp collective: mask, value, lane, clamp. They are read for all lanes that arrive, and judged where
// a rule is about them alone, whoever else comes.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class WarpOperands {
 public:
  explicit WarpOperands(const Parts& parts);

  // Fills in the operands, from the registers of the strand.
  void read(Parked& p, const Instruction& ins);
  // The rules about operands, for the lanes of the strand.
  void judge(const Parked& p, const Instruction& ins);
  // An unknown that tells which lanes an activemask saw: masks with it derive from activemask.
  void note_group(Term variable) { group_variables_.insert(variable.id); }

 private:
  bool derives_from_activemask(const Lanes& mask) const;
  void judge_argument(const Lanes& guard, const Value& a, std::uint32_t place);
  void judge_shuffle_shape(const Parked& p, const Instruction& ins);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const LaneOps& ops_;
  const Context& context_;
  Obligations& obligations_;
  std::vector<Event>& events_;
  ScalarInstructions& scalar_instructions_;
  std::set<std::uint32_t> group_variables_;  // term ids
};

}  // namespace warpproof::symbolic
