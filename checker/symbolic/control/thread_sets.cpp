#include "checker/symbolic/control/thread_sets.h"

#include "checker/symbolic/control/record.h"

namespace warpproof::symbolic {

ThreadSets::ThreadSets(const Parts& parts)
    : g(parts.context.graph),
      ops_(parts.context.ops),
      context_(parts.context),
      scope_(parts.record.scope),
      unknowns_(parts.record.unknowns) {}

void ThreadSets::exit_threads(const Strand& s) { exited = ops_.lor(exited, s.guard); }

void ThreadSets::give_up(const Strand& s, const std::string& reason, std::uint32_t place) {
  give_up_threads(s.guard, reason, place);
}

// Threads that are not followed further: the verdict is unknown wherever they exist.
void ThreadSets::give_up_threads(const Lanes& guard, const std::string& reason, std::uint32_t place) {
  const Term reached = ops_.any(guard);
  if (g.is_false(reached)) return;
  cut = ops_.lor(cut, guard);
  if (context_.infeasible(reached)) return;
  unknowns_.push_back({reason, place, g.land(reached, scope_)});
}

}  // namespace warpproof::symbolic
