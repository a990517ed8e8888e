// memory.read-only: which accesses there are, and what is known of them (read_only_loads.h).
#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

ReadOnlyLoads::Surroundings Executor::surroundings_of_read_only_loads() {
  const auto is_named = [this](Term old, Term fresh) {
    if (const auto stride = strides_.find(old.id); stride != strides_.end()) {
      const Term of = stride->second;
      strides_[fresh.id] = of;
    }
  };
  return {[this](BlockMemory::Key key, const Use& a, const Use& b) {
            return g.conj(std::vector<Term>{pointers_.may_meet_in(key, a.offset, b.offset), counters_.facts(a, b),
                                            stride_facts(a, b)});
          },
          [this](Term scope) { set_scope(scope); },
          [this](std::uint32_t load, std::uint32_t store, Term condition) {
            constexpr spec::Rule kRule = spec::Rule::MemoryReadOnly;
            obligations_.require_not(kRule, level(kRule), load,
                                     "with the store at " + program_.places[store].source().str(), condition);
          },
          {[this] { return memory_.new_contents(); }, is_named}};
}

// Of a loop that is proved by induction its first iteration stands for all, also for those that are followed
// after it for races. Of two programs that are compared each has been judged by itself.
void Executor::note_read_only(const Strand& s, const BlockMemory::Key& key, const Lanes& guard, const Lanes& offset,
                              AccessKind kind, int bytes, const Instruction& ins) {
  if (!read_only_loads_.enabled() || traces_order() || (!ins.mod.read_only && !stores(kind))) return;
  std::optional<LoopEntry> entry;
  for (const Position& at : planned_loops(s)) {
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

void Executor::judge_read_only_loads() {
  read_only_loads_.judge();
  if (read_only_loads_.needs_blocks_apart() && !options_.shape.is_one_block())
    assumed_.insert("no block stores to memory that another block reads by a read-only load (ld.global.nc, ldu, __ldg)");
}

}  // namespace warpproof::symbolic
