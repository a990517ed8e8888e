// What is taken to hold at the head of a loop that is not unrolled.
//
// A loop whose condition does not fold is proved by induction: its iterations are executed from a state that
// stands for any iteration at all. The plan of a loop says what that state may be. Plans start with the
// strongest claim, that everything is the Same as at entry, and what an iteration breaks is replaced by the
// next weaker form until an iteration keeps all of it (Flanagan and Leino, "Houdini, an annotation assistant
// for ESC/Java", 2001); then every reachable state at the head satisfies the plan, whatever the number of
// iterations. An iteration keeps a plan only if it keeps the claim of every part of the state, those included
// that are the Same; what the parts are says iteration_state.h.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/interval.h"
#include "checker/symbolic/iteration_state.h"

namespace warpproof::symbolic {

// Threads that share one unknown.
enum class Grain : std::uint8_t { Block, Warp, Lane };

// Pointers in a cell of 64 bits (pointers.h), at entry and after each iteration.
enum class Held : std::uint8_t {
  None,
  Loaded,  // none but those that were loaded from memory, other than shared memory
  Any,
};

// The value of a cell at the head, by its value at entry. Kinds are ordered from strong to weak.
struct CellForm {
  enum class Kind : std::uint8_t {
    Same,      // entry
    Count,     // entry + iterations so far * step; all such cells share the number of iterations
    Cycle,     // table[iterations so far % its size]
    Step,      // entry + k * step
    Stride,    // entry + u, a multiple of what all threads add in each iteration; no iteration wraps u around
    AtMost,    // no more than entry, unsigned
    Shift,     // entry + d, a number that no pointer is in
    Subset,    // entry & u: a mask that only loses bits
    LoopMask,  // one bit for each lane of the warp that is in this iteration; stronger where one program is
               // looked at
    Any,
  };
  Kind kind = Kind::Any;
  Grain grain = Grain::Lane;
  std::uint64_t step = 0;  // Count, Step; Stride: the least that an iteration adds
  bool rises =
      false;  // Count, Step: entry is not negative, and no iteration takes it past the largest signed number
  bool taints = false;  // iterations may leave it undefined where it was not
  bool wide = false;    // Stride: an iteration adds no less than there are threads in a block
  int zeros = 0;        // Stride, Shift: low bits of what iterations add that are 0
  std::vector<std::uint64_t> table = {};  // Cycle
  Held held = Held::Any;  // AtMost, Any
};

struct LoopPlan {
  // Whom the loop keeps together: all threads that entered it leave in one iteration, or all of a warp, or
  // none need to.
  Grain scope = Grain::Block;
  bool collectives = false;  // with scope Lane: lanes meet in the loop that leave it in different iterations
  bool compared = false;     // with a loop of another program: iterations are followed in step
  // Claims of cells, of which no two overlap (iteration_state.h). Of all others: that they are the Same.
  std::map<StateCell, CellForm> cells;
  CellForm form_of(const StateCell& cell) const {
    const auto known = cells.find(cell);
    return known != cells.end() ? known->second : CellForm{CellForm::Kind::Same};
  }
  // Cells that differ from the head where lanes leave for a block; the value: may be undefined there. No two
  // of one block overlap.
  std::map<std::uint32_t, std::map<StateCell, bool>> exits;
  // Comparisons at the ends of iterations that do not hold at the head, by number (loops/head_conditions.h); all others do.
  std::set<std::size_t> broken_conditions;
  std::set<BlockMemory::Key> written;  // shared and global memory that iterations store to
  std::set<BlockMemory::Key> overwritten;  // of these, those that other stores than additions change, ordered with all of them
  std::set<Word> changed_words;  // that iterations leave with another number than what they held at entry
  // Counters that could not be shown not to wrap around, where that they do not was then assumed: it is not asked again.
  std::set<StateCell> may_wrap;
  std::set<StateCell> uneven;    // cells that not every iteration moves on by the step of their form
  bool writes_anywhere = false;
  bool twice = false;  // what was read in its iterations is stored to elsewhere: two of them are followed
  // Heads of loops of other threads that go in step with this one, itself included: loops_in_step.h.
  std::set<std::vector<std::uint32_t>> together;
  bool in_step() const { return together.size() > 1; }
  std::string failed;  // why this loop cannot be treated so, empty if it can

  // Lanes that left in an earlier iteration have a state of their own.
  bool lanes_part() const { return (scope == Grain::Lane && collectives) || compared; }
};

// By position of the head (Executor::Position).
using LoopPlans = std::map<std::vector<std::uint32_t>, LoopPlan>;

}  // namespace warpproof::symbolic
