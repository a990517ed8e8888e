// Asynchronous copies (spec/async_copy.h).
//
// A copy changes memory where it is issued: as long as nobody touches its bytes before it is done, when that
// happens makes no difference, and that nobody does is what the race detector shows, which has its accesses
// pending until the wait. Which copies a wait ends: copy_groups.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/target.h"
#include "src/machine/copy_halves.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class AsyncCopies {
 public:
  explicit AsyncCopies(const Parts& parts);

  void async_copy(Strand& s, const Instruction& ins);

 private:
  void issue_copies(Strand& s, const Instruction& ins, const Lanes& active);
  template <class F>
  void copy_word(Strand& s, const CopyHalves& halves, const std::vector<Target>& to,
                 const std::vector<Target>& from, std::uint64_t at, F copies);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  AccessJudge& accesses_;
  std::map<Position, Iteration>& iterations_;
  SharedWords& shared_words_;
  CopyGroups& copy_groups_;
  std::optional<Lanes>& pending_groups_;
  Obligations& obligations_;
  ScalarInstructions& scalar_instructions_;
  Locator& locator_;
  LoadsAndStores& loads_and_stores_;
  LoopState& loop_state_;
};

}  // namespace warpproof::symbolic
