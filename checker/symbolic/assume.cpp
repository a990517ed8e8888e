// What is assumed of a launch (--assume), and what a kernel itself assumes and claims (include/warpproof.h).
//
// An execution counts up to the first warpproof::assume that some thread finds false. Take one that breaks a
// rule, up to its first violation: whatever it assumed until then held, in the values that the thread really
// had. So an obligation is judged under what was assumed before it was met, and never under what comes later:
// values behind a violation may be none that hardware would show.
#include <algorithm>

#include "checker/symbolic/executor.h"

namespace warpproof::symbolic {

// Every condition holds of the inputs: of a kernel's parameters, or of each lane's where a device function is
// a warp's program.
void Executor::assume_conditions() {
  const bool per_lane = !program_.functions[root_].is_entry;
  for (const launch::Condition& condition : options_.conditions) {
    for (int t = 0; t < (per_lane ? threads_ : 1); ++t) {
      const Term holds = condition.holds(g, [&](const launch::Quantity& q) { return quantity(q, t); });
      const Term exact = condition.exact(g, [&](const launch::Quantity& q) { return quantity(q, t); });
      if (!g.is_true(exact)) exact_conditions_.push_back(per_lane ? g.implies(present_.at(t), exact) : exact);
      const Term assumed = per_lane ? g.implies(present_.at(t), holds) : holds;
      if (g.is_false(assumed)) {
        unknowns_.push_back({"no launch of this shape satisfies the assumption " + condition.text(),
                             program_.functions[root_].place, g.truth(true)});
      }
      if (g.is_true(assumed)) continue;
      const Term roots[] = {assumed};
      const bool multiplies = condition.is_size() && has_products(g, roots);
      (multiplies ? facts_of_products_ : assumptions_).push_back(assumed);
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
      return numbers_.block_dimension(q.index);
    case Kind::GridSize:
      return numbers_.grid_size(q.index);
    case Kind::WarpSize:
      break;
  }
  return g.constant(32, static_cast<std::uint64_t>(options_.shape.warp_size));
}

void Executor::judge_claim(Strand& s, const Instruction& ins, bool assumes) {
  if (ins.call_arguments.empty())
    return give_up(s, "call of '" + ins.name + "' without a condition", ins.place);
  const std::uint32_t variable = ins.call_arguments.front();
  const auto bytes = static_cast<int>(std::min<std::uint64_t>(8, program_.variables[variable].size));
  const int undefined = event(spec::Rule::ValueUninitialised, ins.place);
  const Value condition =
      s.storage.load(ops_, param_address(s.frames.size() - 1, variable), bytes, undefined);
  use(s.guard, condition, ins.place, assumes ? "an assumption" : "an assertion");
  const Lanes fails = ops_.land(
      s.guard,
      ops_.map([&](Term c, Term taint) { return g.land(g.lnot(taint), g.eq(c, g.constant(g.width(c), 0))); },
               condition.bits, condition.taint));
  const Term failed = ops_.any(fails);
  if (!assumes) {
    obligations_.require_not(spec::Rule::AssertUser, level(spec::Rule::AssertUser), ins.place, "", failed);
    return;
  }
  Claim& claim = claims_[ins.place];
  const Term reached = g.land(ops_.any(s.guard), scope_);
  set_scope(g.land(scope_, g.lnot(failed)));
  if (claim.satisfied || g.is_false(reached)) return;
  claim.satisfied = !infeasible_(ops_.any(s.guard));
  claim.reached.push_back(reached);
}

std::vector<std::uint32_t> Executor::assumed_places() const {
  std::vector<std::uint32_t> out;
  for (const auto& [place, claim] : claims_) out.push_back(place);
  return out;
}

// An assumption that nothing satisfies would prove everything behind it.
void Executor::judge_vacuous_claims() {
  in_scope_ = scope_;
  scope_ = g.truth(true);  // `reached` has its own
  for (const auto& [place, claim] : claims_) {
    if (claim.satisfied || claim.reached.empty()) continue;
    const Term reached = g.disj(claim.reached);
    if (!infeasible_(reached))
      unknowns_.push_back({"no execution that gets here satisfies what is assumed", place, reached});
  }
}

}  // namespace warpproof::symbolic
