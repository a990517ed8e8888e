// What the execution tells of fences, and of the reads and writes that may order others (hand_over.h).
#pragma once

#include <map>
#include <optional>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/hand_over.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/target.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class MemoryOrder {
 public:
  explicit MemoryOrder(const Parts& parts);

  static bool synchronises_through_memory(const Program& program);
  HandOver::Iterations serials_of(const Strand& s) const;
  void note_fence(const Lanes& active, const Instruction& ins);
  void note_strong_read(const Strand& s, const Target& target, const Lanes& bits, int bytes,
                        const Instruction& ins);
  void note_store(Strand& s, const Target& target, const Lanes& bits, int bytes, const Instruction& ins);
  void note_update(Strand& s, const Target& target, int bytes, const Value& b, const Value& c,
                   const std::optional<Lanes>& result, const Instruction& ins);

 private:
  TermGraph& g;
  const int threads_;
  std::map<Position, Iteration>& iterations_;
  RaceDetector& races_;
  LoadsAndStores& loads_and_stores_;
  LoopState& loop_state_;
};

}  // namespace warpproof::symbolic
