// Operations of a whole warp that all its lanes execute together (spec/matrix.h): which lane gets which
// address is followed exactly, what a product gives may be anything.
#pragma once

#include <set>
#include <string>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/meetings/exchange.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class MatrixOperations {
 public:
  explicit MatrixOperations(const Parts& parts);

  void finish_aligned(Strand& s, const Instruction& ins, const Exchange& e);

 private:
  void give_row_addresses(Strand& s, const Instruction& ins, const Exchange& e);
  void give_products(Strand& s, const Instruction& ins);
  void judge_same_operands(Strand& s, const Instruction& ins);

  TermGraph& g;
  const int threads_;
  const int warp_size_;
  const int warps_;
  const LaneOps& ops_;
  const Context& context_;
  LaunchNumbers& numbers_;
  Pointers& pointers_;
  Obligations& obligations_;
  std::set<std::string>& approximations_;
  std::set<std::string>& assumed_;
  ThreadSets& thread_sets_;
  ScalarInstructions& scalar_instructions_;
};

}  // namespace warpproof::symbolic
