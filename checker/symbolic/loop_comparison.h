// Loops of two programs that are compared: what both executions must know of each other.
//
// Each execution follows a loop by induction (loop_plan.h), one iteration from any state. To compare two,
// unknowns of that state that hold the same in both must be one variable; whoever compares them chooses which
// (checker/equivalence/loop_relation.h), and proves from the records of both executions that an iteration
// keeps it so.
//
// A compared loop is followed in step: an iteration has the threads that are in it together, and what comes
// after the loop begins, for all threads that entered it, with unknowns of its own that stand for what they
// left with.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/loop_plan.h"

namespace warpproof::symbolic {

struct LoopUnknown {
  enum class Kind : std::uint8_t {
    Head,     // of a cell at the begin of an iteration
    Present,  // whether a group of threads is in the iteration at hand
    Exit,     // whether a thread leaves by this way
    After,    // of a cell, of those that left by this way
  };
  Kind kind = Kind::Head;
  std::uint32_t target = 0;  // Exit, After: the block outside
  StateCell cell;            // Head, After
  int first = 0;             // the first thread of those that share it
  auto operator<=>(const LoopUnknown&) const = default;
};

// One iteration of a loop, from any state.
struct LoopRecord {
  int parent = -1;  // the loop that this one was begun in, by its number
  std::uint32_t place = 0;
  std::uint32_t function = 0, head = 0;
  Lanes entered, back;  // who came in; who comes back
  struct Unknown {
    CellForm form;
    Value entry, now;  // before the loop; at the end of the iteration, or on the way out
    Lanes guard;       // whose values count
    int size = 1;      // threads that share the unknown
  };
  std::map<LoopUnknown, Unknown> cells;           // Head, After
  std::map<LoopUnknown, std::vector<Term>> bits;  // Present, Exit: conditions that decide them
  std::set<BlockMemory::Key> written;
  std::shared_ptr<BlockMemory> before, after;  // memory at entry and at the end of the iteration
  bool disturbed = false;                      // others used the memory that is written, while the loop ran
  std::map<int, std::vector<Term>> never;      // by thread: what is taken not to happen in an iteration
};

class LoopComparison {
 public:
  virtual ~LoopComparison() = default;
  // Loops are numbered in the order in which an execution begins them. `width` in bits.
  virtual Term unknown(std::uint32_t loop, const LoopUnknown& what, int width) = 0;
  // A number for the unknown contents of memory in the loop, or after it.
  virtual std::uint32_t contents(std::uint32_t loop, const BlockMemory::Key& key, bool after) = 0;
  // Of a loop that was split (src/cfg/split_loops.h): does the thread begin its iterations, or one more of
  // them?
  virtual Term goes_on(std::uint32_t loop, int thread, bool again) = 0;
  // After loops, by the number of those begun so far: what is taken not to happen.
  virtual void never(std::uint32_t loops, int thread, Term t) = 0;
  virtual void record(std::uint32_t loop, LoopRecord record) = 0;
};

}  // namespace warpproof::symbolic
