// Facts about a function's control flow: an order to schedule blocks in, dominators, loops, liveness.
//
// Block numbers are indices into Function::blocks, register numbers into Function::registers.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "src/cfg/digraph.h"
#include "src/program/program.h"

namespace warpproof {

// A function too large or too deeply nested to analyse: a verdict about it is unknown.
class CfgError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct FunctionGraph {
  // A maximal set of blocks that reach each other without going through the head of an enclosing loop.
  struct Loop {
    int head = -1;             // the block it is entered by; for an irreducible loop the entry first in order
    std::vector<int> blocks;   // in order, the head first, inner loops included
    int parent = -1;           // the enclosing loop, index into `loops`
    bool irreducible = false;  // entered by other blocks too
  };

  // Position of each block in a weak topological order (Bourdoncle, "Efficient chaotic iteration strategies
  // with widenings", 1993): a loop's blocks are consecutive and start with its head; other edges go forward.
  std::vector<int> order;
  std::vector<int> sorted;               // the blocks by position
  std::vector<int> immediate_dominator;  // -1 for the entry
  // -1: the virtual exit, which follows every block without successors. A loop that nothing leaves is given
  // an edge to it from its last block, so that nothing after the loop counts as certain to come.
  std::vector<int> immediate_post_dominator;
  std::vector<Loop> loops;            // an enclosing loop before those inside
  std::vector<int> loop_of;           // innermost loop of a block, or -1
  std::vector<char> can_end;          // some way from the block ends in one without successors
  std::vector<char> is_trivial_exit;  // nothing but ret or exit, through empty and bra-only blocks at most
  // Per block and register: may be read before it is written. One more, the last: the carry flag.
  std::vector<std::vector<bool>> live_in;

  // Strict: false for j == i.
  bool dominates(int j, int i) const { return dominators_.is_ancestor(j, i); }
  // Strict: every way from i to the end goes through j, and j is not i.
  bool post_dominates(int j, int i) const { return post_dominators_.is_ancestor(j, i); }
  bool is_loop_head(int block) const { return head_of_[block] >= 0; }
  // Is `block` in the loop with that head, inner loops included? False when `head` heads none.
  bool in_loop_of_head(int head, int block) const;
  // Can control go from block i to block j in one step or more?
  bool reaches(int i, int j) const;

 private:
  friend FunctionGraph analyse(const Function& function);
  std::vector<int> head_of_;  // the loop a block heads, or -1
  Ancestry dominators_, post_dominators_;
  Digraph graph_{0, {}};
};

// Every block must be reachable from block 0, as lowering leaves them. Throws CfgError for a function beyond
// the bounds below.
FunctionGraph analyse(const Function& function);

inline constexpr std::uint64_t kMaxLoopWork = 10'000'000;  // blocks and edges looked at over all nested loops
inline constexpr std::uint64_t kMaxLivenessBits = std::uint64_t{1} << 31;  // blocks times registers

}  // namespace warpproof
