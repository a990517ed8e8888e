#include "checker/symbolic/loops/head_conditions.h"

#include <set>

#include "checker/soundness_switches.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_state.h"

namespace warpproof::symbolic {

namespace {

constexpr std::size_t kMostQuestions = 64;  // about different threads: as many as two warps have

}  // namespace

HeadConditions::HeadConditions(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      assumptions_(parts.record.assumptions),
      code_(parts.code),
      strands_(parts.strands),
      loop_cells_(parts.loop_cells) {}

const std::vector<LoopCondition>& HeadConditions::conditions_at(const Position& at) const {
  const std::uint32_t function = at.back(), head = at[at.size() - 2];
  const auto [it, fresh] = conditions_.try_emplace({function, head});
  if (fresh)
    it->second = conditions_of_loop(code_.program(), code_.program().functions[function], code_.graph_of(function),
                                    static_cast<int>(head));
  return it->second;
}

std::vector<std::size_t> HeadConditions::claimed(const Position& at, const LoopPlan& plan) const {
  std::vector<std::size_t> out;
  if (context_.compares()) return out;  // two programs are related by what loop_relation.h finds
  for (std::size_t i = 0; i < conditions_at(at).size(); ++i) {
    if (!plan.broken_conditions.contains(i)) out.push_back(i);
  }
  return out;
}

std::optional<StateCell> HeadConditions::cell_of(const LoopCondition::Side& side, int width,
                                                 std::uint64_t local_base) const {
  using Kind = LoopCondition::Side::Kind;
  if (side.kind == Kind::Number) return std::nullopt;
  if (side.kind == Kind::Register) return StateCell{true, side.number, width};
  return StateCell{false, local_base + code_.layout().address[side.variable] + side.number, width};
}

std::vector<claims::ConditionClaim> HeadConditions::claims(const Position& at, const LoopPlan& plan,
                                                           std::uint64_t local_base) const {
  std::vector<claims::ConditionClaim> out;
  const std::uint32_t place = code_.place_of_block(at.back(), at[at.size() - 2]);
  for (const std::size_t i : claimed(at, plan)) {
    const LoopCondition& c = conditions_at(at)[i];
    const auto side = [&](const LoopCondition::Side& of) {
      claims::ConditionClaim::Side one;
      one.number = of.number;
      if (const auto cell = cell_of(of, c.width, local_base)) {
        one.cell = {claims::CellClaim::Kind::Any, cell->is_register, static_cast<std::uint32_t>(cell->at), cell->width};
        one.cell->place = place;
      }
      return one;
    };
    out.push_back({side(c.less), side(c.more), c});
  }
  return out;
}

// By thread: does it hold, or is a side of it undefined?
Lanes HeadConditions::holds_in(const Strand& s, const LoopCondition& c) {
  const std::uint32_t place = code_.place_of_block(s.top().function, s.top().block);
  const auto side = [&](const LoopCondition::Side& of) {
    const auto cell = cell_of(of, c.width, code_.local_base(s));
    if (!cell) return Value{ops_.constant(c.width, of.number), ops_.no(), {}, c.width};
    return loop_cells_.read_cell(s, *cell, place);
  };
  const Value less = side(c.less), more = side(c.more);
  const Lanes compared = ops_.map(
      [&](Term a, Term b) {
        if (c.is_signed) return c.or_equal ? g.sle(a, b) : g.slt(a, b);
        return c.or_equal ? g.ule(a, b) : g.ult(a, b);
      },
      less.bits, more.bits);
  return ops_.lor(compared, ops_.lor(less.taint, more.taint));
}

// Who enters is asked about before anything is assumed of the head: that i < n holds there in some iteration says of a
// counter that rises that it held in the first one, too.
void HeadConditions::ask_of_entry(const Position& at, LoopPlan& plan, const Iteration& iteration) {
  if (context_.compares() || iteration.number != 1) return;
  const auto& all = conditions_at(at);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (plan.broken_conditions.contains(i)) continue;
    if (!holds_or_off(SideCondition::LoopConditionEnters, holds_for(iteration.entry, all[i])))
      plan.broken_conditions.insert(i);
  }
}

void HeadConditions::assume(const Position& at, LoopPlan& plan, Iteration& iteration, Strand& begins) {
  iteration.came = begins.guard;
  ask_of_entry(at, plan, iteration);
  iteration.conditions = claimed(at, plan);
  if (iteration.conditions.empty()) return;
  Lanes all = ops_.yes();
  const auto& conditions = conditions_at(at);
  for (const std::size_t i : iteration.conditions) all = ops_.land(all, holds_in(begins, conditions[i]));
  if (plan.scope == Grain::Lane && !plan.lanes_part()) {
    const Lanes others = ops_.land(begins.guard, ops_.lnot(all));
    begins.guard = ops_.land(begins.guard, all);
    strands_.note_split(iteration.came, begins.guard, others);
    iteration.nobody = ops_.lor(iteration.nobody, others);
    return;
  }
  std::set<Term> facts;
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(begins.guard.at(t))) facts.insert(g.implies(begins.guard.at(t), all.at(t)));
  }
  for (const Term fact : facts) {
    if (!g.is_true(fact)) assumptions_.push_back(fact);
  }
}

bool HeadConditions::holds_for(const Strand& s, const LoopCondition& condition) {
  const Lanes holds = holds_in(s, condition);
  std::set<Term> broken;
  for (int t = 0; t < threads_; ++t) {
    const Term here = g.land(s.guard.at(t), g.lnot(holds.at(t)));
    if (!g.is_false(here)) broken.insert(here);
    if (broken.size() > kMostQuestions) return false;
  }
  const std::vector<Term> any(broken.begin(), broken.end());
  return any.empty() || context_.infeasible(g.disj(any));
}

bool HeadConditions::keeps(const Position& at, LoopPlan& plan) {
  const Iteration& iteration = iterations_.at(at);
  bool kept = true;
  for (const std::size_t i : iteration.conditions) {
    if (holds_or_off(SideCondition::LoopConditionKept, holds_for(*iteration.latch, conditions_at(at)[i]))) continue;
    plan.broken_conditions.insert(i);
    kept = false;
  }
  return kept;
}

}  // namespace warpproof::symbolic
