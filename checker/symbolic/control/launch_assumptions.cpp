#include "checker/symbolic/control/launch_assumptions.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/launch_numbers.h"
#include "spec/rules.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

LaunchAssumptions::LaunchAssumptions(const Parts& parts)
    : program_(parts.code.program()),
      root_(parts.code.root()),
      g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      numbers_(parts.numbers),
      present_(parts.thread_sets.present),
      scope_(parts.record.scope),
      in_scope_(parts.record.in_scope),
      obligations_(parts.record.obligations),
      unknowns_(parts.record.unknowns),
      assumptions_(parts.record.assumptions),
      facts_of_products_(parts.record.facts_of_products),
      parameter_lanes_(parts.record.parameters),
      exact_conditions_(parts.record.exact_conditions),
      code_(parts.code),
      record_(parts.record),
      thread_sets_(parts.thread_sets),
      scalar_instructions_(parts.scalar_instructions) {}

// Every condition holds of the inputs: of a kernel's parameters, or of each lane's where a device function is
// a warp's program.
void LaunchAssumptions::assume_conditions() {
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

// It consists of whole parts, as parameters are cut where conditions ask for it (ScalarInstructions::load_parameters).
Term LaunchAssumptions::parameter(const launch::Quantity& q, int thread) {
  std::vector<Term> parts;  // the first one is the lowest
  for (std::uint32_t at = q.offset(); at < q.offset() + q.bytes();) {
    parts.push_back(parameter_lanes_.at({q.index, at}).at(thread));
    at += static_cast<std::uint32_t>(g.width(parts.back())) / 8;
  }
  std::reverse(parts.begin(), parts.end());
  return g.concat(parts);
}

Term LaunchAssumptions::quantity(const launch::Quantity& q, int thread) {
  using Kind = launch::Quantity::Kind;
  switch (q.kind) {
    case Kind::Parameter:
      return parameter(q, thread);
    case Kind::BlockSize:
      return numbers_.block_dimension(q.index);
    case Kind::GridSize:
      return numbers_.grid_size(q.index);
    case Kind::WarpSize:
      break;
  }
  return g.constant(32, static_cast<std::uint64_t>(options_.shape.warp_size));
}

void LaunchAssumptions::judge_claim(Strand& s, const Instruction& ins, bool assumes) {
  if (ins.call_arguments.empty())
    return thread_sets_.give_up(s, "call of '" + ins.name + "' without a condition", ins.place);
  const std::uint32_t variable = ins.call_arguments.front();
  const auto bytes = static_cast<int>(std::min<std::uint64_t>(8, program_.variables[variable].size));
  const int undefined = record_.event(spec::Rule::ValueUninitialised, ins.place);
  const Value condition =
      s.storage.load(ops_, code_.param_address(s.frames.size() - 1, variable), bytes, undefined);
  scalar_instructions_.use(s.guard, condition, ins.place, assumes ? "an assumption" : "an assertion");
  const Lanes fails = ops_.land(
      s.guard,
      ops_.map([&](Term c, Term taint) { return g.land(g.lnot(taint), g.eq(c, g.constant(g.width(c), 0))); },
               condition.bits, condition.taint));
  const Term failed = ops_.any(fails);
  if (!assumes) {
    obligations_.require_not(spec::Rule::AssertUser, context_.level(spec::Rule::AssertUser), ins.place, "",
                             failed);
    return;
  }
  Claim& claim = claims_[ins.place];
  const Term reached = g.land(ops_.any(s.guard), scope_);
  record_.set_scope(g.land(scope_, g.lnot(failed)));
  if (claim.satisfied || g.is_false(reached)) return;
  claim.satisfied = !context_.infeasible(ops_.any(s.guard));
  claim.reached.push_back(reached);
}

std::vector<std::uint32_t> LaunchAssumptions::assumed_places() const {
  std::vector<std::uint32_t> out;
  for (const auto& [place, claim] : claims_) out.push_back(place);
  return out;
}

// An assumption that nothing satisfies would prove everything after it.
void LaunchAssumptions::judge_vacuous_claims() {
  in_scope_ = scope_;
  scope_ = g.truth(true);  // `reached` has its own
  for (const auto& [place, claim] : claims_) {
    if (claim.satisfied || claim.reached.empty()) continue;
    const Term reached = g.disj(claim.reached);
    if (!context_.infeasible(reached))
      unknowns_.push_back({"no execution that gets here satisfies the assumptions", place, reached});
  }
}

}  // namespace warpproof::symbolic
