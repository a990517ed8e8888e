// Which run of an instruction an access is of: where the instruction is, with the calls around it, and which
// iteration of each loop around it (and around those calls) its thread is in.
//
// Lanes of a warp execute one store where all of that is the same (store.same-instruction); lanes that are in
// different iterations execute different ones, which race like any others, whether or not a schedule happens
// to run them at once. The evaluator tells the two apart in the same way (src/concrete/memory/executions.h).
//
// Iterations of a loop that is unrolled are counted. An iteration that is followed by induction stands for
// any of them, and who is in one iteration with whom follows from whom the loop keeps together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "checker/symbolic/lanes.h"

namespace warpproof::symbolic {

class IterationVector {
 public:
  // Threads that are in one iteration of a loop as long as they are in the same followed one.
  enum class Together : std::uint8_t { Block, Warp, Nobody };
  struct Loop {
    std::uint64_t key = 0;       // depth of the call and head: the same for all at one position
    std::uint64_t followed = 0;  // by induction: a number that this followed iteration alone has; 0: unrolled
    Together together = Together::Nobody;
    // By thread; of two threads equal exactly where they are in one iteration of this visit of the loop.
    // Nothing: not known.
    std::optional<Lanes> number = std::nullopt;
  };
  // That two accesses are of one run of one instruction: shown for sure, and not excluded.
  struct Same {
    Term surely, possibly;
  };
  using Of = std::shared_ptr<const IterationVector>;

  // `position`: of the instruction's block with the calls around it; `place`: of the instruction.
  IterationVector(std::vector<std::uint32_t> position, std::uint32_t place, std::vector<Loop> loops)
      : position_(std::move(position)), place_(place), loops_(std::move(loops)) {}

  // Of two threads of one warp, each with its own access.
  Same same_run(TermGraph& g, int thread, const IterationVector& other, int other_thread,
                int warp_size) const;

 private:
  std::vector<std::uint32_t> position_;
  std::uint32_t place_;
  std::vector<Loop> loops_;  // in the order of their keys
};

}  // namespace warpproof::symbolic
