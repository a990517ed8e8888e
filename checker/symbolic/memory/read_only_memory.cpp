#include "checker/symbolic/memory/read_only_memory.h"

#include <algorithm>

#include "checker/symbolic/control/record.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/read_only_loads.h"

namespace warpproof::symbolic {

ReadOnlyMemory::ReadOnlyMemory(const Parts& parts)
    : options_(parts.context.options),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      read_only_loads_(parts.read_only_loads),
      assumed_(parts.record.assumed),
      loop_state_(parts.loop_state) {}

// Of a loop that is proved by induction its first iteration stands for all, also for those that are followed
// after it for races. Of two programs that are compared each has been judged by itself.
void ReadOnlyMemory::note_read_only(const Strand& s, const BlockMemory::Key& key, const Lanes& guard,
                                    const Lanes& offset, AccessKind kind, int bytes, const Instruction& ins) {
  if (!read_only_loads_.enabled() || context_.traces_order() || (!ins.mod.read_only && !stores(kind))) return;
  std::optional<LoopEntry> entry;
  for (const Position& at : loop_state_.planned_loops(s)) {
    const auto found = iterations_.find(at);
    if (found == iterations_.end()) continue;
    const Iteration& iteration = found->second;
    if (iteration.number > 1) return;
    if (entry && entry->terms <= iteration.terms) continue;
    entry = LoopEntry{iteration.terms, iteration.assumptions, iteration.contents, {}};
    for (const auto& [cell, stride] : iteration.strides) entry->strides.insert(stride.id);
  }
  read_only_loads_.access(key, stores(kind), guard, offset, bytes, ins.place, std::move(entry));
}

void ReadOnlyMemory::judge_read_only_loads() {
  read_only_loads_.judge();
  if (read_only_loads_.needs_blocks_apart() && !options_.shape.is_one_block())
    assumed_.insert(
        "no block stores to memory that another block reads by a read-only load (ld.global.nc, ldu, __ldg)");
}

}  // namespace warpproof::symbolic
