// What is assumed of a launch and of the program's own executions.
#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

// Every condition holds of the inputs: of a kernel's parameters, or of each lane's where a device function is a warp's
// program.
void Executor::assume_conditions() {
  const bool per_lane = !program_.functions[root_].is_entry;
  for (const launch::Condition& condition : options_.conditions) {
    for (int t = 0; t < (per_lane ? threads_ : 1); ++t) {
      const Term holds = condition.holds(g, [&](const launch::Quantity& q) { return quantity(q, t); });
      const Term assumed = per_lane ? g.implies(present_.at(t), holds) : holds;
      if (g.is_false(assumed)) {
        unknowns_.push_back({"no launch of this shape satisfies the assumption " + condition.text(),
                             program_.functions[root_].place, g.truth(true)});
      }
      if (!g.is_true(assumed)) assumptions_.push_back(assumed);
    }
  }
}

Term Executor::quantity(const launch::Quantity& q, int thread) {
  using Kind = launch::Quantity::Kind;
  switch (q.kind) {
    case Kind::Parameter: {
      const Lanes& lanes = parameter_lanes_.at(q.index);
      return lanes.at(thread);
    }
    case Kind::BlockSize:
      return q.index == 0 && block_size_ ? *block_size_ : g.constant(32, options_.shape.block[q.index]);
    case Kind::GridSize:
      return grid_size(q.index);
    case Kind::WarpSize:
      break;
  }
  return g.constant(32, static_cast<std::uint64_t>(options_.shape.warp_size));
}

}  // namespace warpproof::symbolic
