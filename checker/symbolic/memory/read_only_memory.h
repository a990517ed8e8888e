// memory.read-only: which accesses there are, and what is known of them (read_only_loads.h).
#pragma once

#include <map>
#include <set>
#include <string>

#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/race.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class ReadOnlyMemory {
 public:
  explicit ReadOnlyMemory(const Parts& parts);

  void note_read_only(const Strand& s, const BlockMemory::Key& key, const Lanes& guard, const Lanes& offset,
                      AccessKind kind, int bytes, const Instruction& ins);
  void judge_read_only_loads();

 private:
  const ExecutorOptions& options_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  ReadOnlyLoads& read_only_loads_;
  std::set<std::string>& assumed_;
  LoopState& loop_state_;
};

}  // namespace warpproof::symbolic
