#include "checker/symbolic/control/stops.h"

#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/thread_sets.h"
#include "spec/rules.h"

namespace warpproof::symbolic {

Stops::Stops(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      ops_(parts.context.ops),
      context_(parts.context),
      cut_(parts.thread_sets.cut),
      trapped_(parts.thread_sets.trapped),
      scope_(parts.record.scope),
      obligations_(parts.record.obligations),
      record_(parts.record) {}

void Stops::judge_stop(const Strand& s, std::uint32_t place, bool asserts) {
  const Term reached = ops_.any(s.guard);
  cut_ = ops_.lor(cut_, s.guard);  // what others wait for is moot
  trapped_ = ops_.lor(trapped_, s.guard);
  if (g.is_false(reached)) return;
  const spec::Policies& policies = options_.policies;
  if (asserts ? policies.device_assert == spec::DeviceAssert::Ignore : policies.trap == spec::Trap::Ignore)
    return;
  const bool judged =
      asserts ? policies.device_assert == spec::DeviceAssert::Check : policies.trap == spec::Trap::Check;
  // A thread that has learnt nothing but parameters and launch values can only find the launch wrong. That is
  // what the author demands of it. Side condition: `informed` is set by whatever tells a thread more (accesses
  // to common memory, meetings, clocks, calls), where strands join it is that of either, and of an iteration
  // that stands for any it is true, as nothing says what those before it read.
  if (judged && !(asserts && !s.informed)) {
    obligations_.require_not(spec::Rule::AssertDevice, context_.level(spec::Rule::AssertDevice), place,
                             asserts ? "an assertion" : "a trap", reached);
  } else if (!context_.infeasible(reached)) {
    assumed_stops_.emplace(place, asserts);
  }
  record_.set_scope(g.land(scope_, g.lnot(reached)));
}

}  // namespace warpproof::symbolic
