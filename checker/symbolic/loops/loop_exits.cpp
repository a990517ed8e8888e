#include "checker/symbolic/loops/loop_exits.h"

#include "checker/soundness_switches.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/control_flow.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_state.h"

namespace warpproof::symbolic {

LoopExits::LoopExits(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      iterations_(parts.loop_state.iterations),
      plans_changed_(parts.loop_state.plans_changed),
      code_(parts.code),
      control_flow_(parts.control_flow),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells) {}

// Lanes that left in an earlier iteration, each with a state of its own, by whichever way out.
void LoopExits::leave_early(const Position& at, const Strand& from, const Lanes& away) {
  if (ops_.all_false(away)) return;
  const LoopPlan& plan = *loop_state_.plan_at(at);
  const std::uint32_t function = from.top().function, head = from.top().block;
  const FunctionGraph& graph = code_.graph_of(function);
  const Function& f = program_.functions[function];
  const std::uint32_t place = code_.place_of_block(function, head);
  std::set<std::uint32_t> targets;
  for (const auto& loop : graph.loops) {
    if (loop.head != static_cast<int>(head)) continue;
    for (const int b : loop.blocks) {
      for (const std::uint32_t next : f.blocks[static_cast<std::size_t>(b)].successors) {
        if (!graph.in_loop_of_head(static_cast<int>(head), static_cast<int>(next))) targets.insert(next);
      }
    }
  }
  Lanes rest = away;
  for (auto target = targets.begin(); target != targets.end(); ++target) {
    Strand s = from;
    s.guard = rest;
    s.loops.erase(loop_key(s, head));
    if (std::next(target) != targets.end()) {
      const Lanes here = loop_cells_.unknowns_for(Grain::Lane, 1, away, place);
      s.guard = ops_.land(rest, here);
      rest = ops_.land(rest, ops_.lnot(here));
    }
    const auto exits = plan.exits.find(*target);
    const auto any_value = [&](const StateCell& cell, bool taints) {
      const CellForm form{CellForm::Kind::Any, Grain::Lane, 0, false, taints};
      Value seed = ops_.defined(ops_.constant(cell.width, 0), cell.width);
      loop_cells_.write_cell(s, cell, loop_cells_.instance(form, seed, s.guard, place));
    };
    for (const auto& [cell, form] : plan.cells) {
      CellForm own = form;
      own.grain = Grain::Lane;
      if (own.kind == CellForm::Kind::LoopMask) own.kind = CellForm::Kind::Any;
      loop_cells_.write_cell(
          s, cell, loop_cells_.instance(own, loop_cells_.read_cell(from, cell, place), s.guard, place));
    }
    if (exits != plan.exits.end()) {
      for (const auto& [cell, taints] : exits->second) any_value(cell, taints);
    }
    control_flow_.go_to(std::move(s), *target);
  }
}

// Somebody leaves a loop whose lanes part: those that left earlier may hold what this one holds.
void LoopExits::note_exit(const Strand& s, const Position& at, std::uint32_t block) {
  loop_state_.forget_assumed_in(at);
  LoopPlan* plan = loop_state_.plan_at(at);
  const auto found = iterations_.find(at);
  if (plan == nullptr || !plan->lanes_part() || found == iterations_.end()) return;
  const Strand& head = found->second.head;
  const std::uint32_t place = code_.place_of_block(s.top().function, block);
  const auto& live = code_.graph_of(s.top().function).live_in[block];
  const auto& live_at_head = code_.graph_of(s.top().function).live_in[head.top().block];
  for (const StateCell& cell : cells_across(
           plan->cells, live, {{s.top().registers, s.storage}, {head.top().registers, head.storage}})) {
    if (cell.is_register && !live[cell.at]) continue;
    const Value now = loop_cells_.read_cell(s, cell, place);
    bool differs = cell.is_register && !live_at_head[cell.at];
    if (!differs) {
      const Value before = loop_cells_.read_cell(head, cell, place);
      for (int t = 0; t < threads_ && !differs; ++t) {
        if (g.is_false(s.guard.at(t))) continue;
        differs = now.bits.at(t) != before.bits.at(t) ||
                  (now.taint.at(t) != before.taint.at(t) && !g.is_false(now.taint.at(t)));
      }
    }
    if (holds_or_off(SideCondition::LoopExits, !differs)) continue;
    const bool taints = !ops_.all_false(ops_.land(s.guard, now.taint));
    auto& exits = plan->exits[block];
    const std::size_t before = exits.size();
    add_beside(exits, cell, taints, [&](bool& may_be_undefined) {
      plans_changed_ = plans_changed_ || (taints && !may_be_undefined);
      may_be_undefined = may_be_undefined || taints;
    });
    plans_changed_ = plans_changed_ || exits.size() != before;
  }
}

}  // namespace warpproof::symbolic
