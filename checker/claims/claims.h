// What a proof rests on besides the specification, as data, without terms: what was taken to hold at the heads of loops
// that are proved by induction (checker/symbolic/loop_plan.h), how often the others repeat, and which numbers of atomic
// counters differ (checker/symbolic/counters.h). It is shown to people (claim_text.h) and held against runs
// (loop_monitor.h, number_monitor.h).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/machine/loop_frame.h"
#include "src/program/loop_conditions.h"
#include "src/program/program.h"

namespace warpproof::claims {

// Threads that have something in common.
enum class Sharing : std::uint8_t { Block, Warp, Lane };

// Of a register, or of bytes of a thread's .local memory: its value at the head, by what it was when the loop was entered
// (symbolic::CellForm says more).
struct CellClaim {
  enum class Kind : std::uint8_t {
    Same,      // entry
    Count,     // entry + step in each iteration
    Cycle,     // the numbers of `table`, one after the other, and again
    Step,      // an iteration adds a multiple of `step`
    Stride,    // an iteration adds what the others add, in all threads of the block, and wraps nothing around
    AtMost,    // no more than entry, unsigned
    Shift,     // entry + something
    Subset,    // entry & something
    LoopMask,  // a bit for each lane of the warp that is in the iteration
    Any,
  };
  Kind kind = Kind::Any;
  bool is_register = false;
  std::uint32_t at =
      0;  // the function's register, the carry flag's follows the last; or the offset of the first byte
  int width = 0;  // bits
  // Who has one "something" in common in one iteration; of Step what was added so far, of AtMost the value.
  Sharing sharing = Sharing::Lane;
  std::uint64_t step = 0;                // Count, Step; Stride: the least that an iteration adds
  bool rises = false;                    // Count, Step: is no negative number
  bool may_be_undefined = false;         // where it was not when the loop was entered
  Sharing moved_alike = Sharing::Block;  // Stride: whose iterations add one number
  bool passes_block = false;  // Stride: an iteration adds no less than there are threads in the block
  std::vector<std::uint64_t> table = {};
  std::uint32_t place = 0;  // where an iteration computes it, index into Program::places
};

// A comparison of two cells, Kind::Any, or numbers.
struct ConditionClaim {
  struct Side {
    std::optional<CellClaim> cell;  // none: `number`
    std::uint64_t number = 0;
  };
  Side less, more;
  LoopCondition condition;  // how they are compared
};

struct LoopClaims {
  std::vector<LoopFrame> at;       // the outermost frame first, the last one's block is the head
  std::uint32_t place = 0;         // of the head
  Sharing leaves = Sharing::Lane;  // who leaves together, in one iteration
  std::vector<CellClaim> cells;    // that iterations change
  // That they do not: registers (what is in neither list is read by nobody), and all other bytes of .local memory up to
  // `local_bytes`.
  std::vector<CellClaim> kept;
  std::uint32_t local_bytes = 0;
  // That hold of each thread that is at the head, unless a side is undefined in it.
  std::vector<ConditionClaim> conditions;
  bool may_wrap =
      false;  // that no counter wraps around, or moves by half of all numbers, is assumed and not claimed
};

// Of a loop that was followed iteration by iteration: threads come back to its head at most `most` times, each time that they
// enter it.
struct RepeatClaim {
  std::vector<LoopFrame> at;  // as LoopClaims::at
  std::uint32_t place = 0;    // of the head
  std::uint64_t most = 0;
};

// An instruction by its place, index into Program::places, each of which belongs to one; in a function that these calls lead to.
struct InstructionAt {
  std::vector<std::uint32_t> calls;  // places, the outermost first
  std::uint32_t place = 0;
  auto operator<=>(const InstructionAt&) const = default;
};

// Of atomic additions to words of one allocation. The numbers that two of them return, in the same iterations of all loops
// around, are different where both add to one word: nothing but additions changes the word between the two. Once one of the
// additions in `apart` has added to a word, nothing but `additions` and `stores` changes it.
struct NumbersClaim {
  Space space = Space::Global;
  std::uint32_t allocation = 0;            // src/machine/address_map.h
  std::vector<InstructionAt> additions;  // all that change these words
  std::vector<std::pair<std::size_t, std::size_t>> apart;  // of which this was taken to hold: indexes of `additions`
  std::vector<InstructionAt> stores;
};

// Of one attempt.
struct ProofClaims {
  std::string by;                               // "any two threads, by induction"
  std::array<std::uint32_t, 3> block{0, 0, 0};  // all 0: of any that were asked for
  bool checks_definedness = true;               // false: that what is read was written is assumed
  std::vector<LoopClaims> loops;
  std::vector<RepeatClaim> repeats;
  std::vector<NumbersClaim> numbers;

  bool is_empty() const { return loops.empty() && repeats.empty() && numbers.empty(); }
};

}  // namespace warpproof::claims
