#include "checker/symbolic/loops/compared_loops.h"

#include <algorithm>

#include "checker/soundness_switches.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/control_flow.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/loops/last_iterations.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_exits.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_words.h"
#include "checker/symbolic/memory/order_recorder.h"

namespace warpproof::symbolic {

ComparedLoops::ComparedLoops(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      iterations_begun_(parts.loop_state.iterations_begun),
      plans_changed_(parts.loop_state.plans_changed),
      arrivals_(parts.strands.arrivals),
      cut_(parts.thread_sets.cut),
      memory_(parts.memory),
      unknowns_(parts.record.unknowns),
      assumptions_(parts.record.assumptions),
      code_(parts.code),
      strands_(parts.strands),
      control_flow_(parts.control_flow),
      order_recorder_(parts.order_recorder),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells),
      induction_(parts.induction),
      loop_exits_(parts.loop_exits),
      last_iterations_(parts.last_iterations),
      loop_words_(parts.loop_words) {}

// Numbers the visit, in the order in which loops are begun.
void ComparedLoops::number_loop(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  iteration.loop = loops_compared_++;
  for (const Position& other : loop_state_.planned_loops(iteration.entry)) {
    const auto outer = iterations_.find(other);
    if (other != at && outer != iterations_.end())
      iteration.parent = std::max(iteration.parent, static_cast<int>(outer->second.loop));
  }
}

Strand ComparedLoops::begin_compared_iteration(const Position& at) {
  Iteration& iteration = iterations_.at(at);
  Strand head = iteration.entry;
  LoopPlan* plan = loop_state_.plan_at(at);
  if (plan == nullptr) return head;  // abandoned: this execution ends anyway
  plan->compared = true;
  head.informed = true;  // threads may have learned anything in an earlier iteration (stops.h)
  const std::uint32_t place = code_.place_of_block(head.top().function, head.top().block);
  if (plan->scope != Grain::Block) {
    const LoopUnknown present{LoopUnknown::Kind::Present, 0, {}, 0};
    head.guard = ops_.land(
        head.guard, loop_cells_.unknowns_for(plan->scope, 1, head.guard, place, &present, iteration.loop));
  }
  order_recorder_.trace_iteration(OrderStep::Kind::IterationBegins, iteration, place);
  iteration.before = std::make_shared<BlockMemory>(memory_);
  for (const BlockMemory::Key& key : plan->written)
    memory_.forget(key, options_.comparison->contents(iteration.loop, key, false));
  if (plan->writes_anywhere) memory_.havoc_all(true);
  induction_.forget_dead_registers(head);
  for (const auto& [cell, form] : plan->cells) {
    const LoopUnknown name{LoopUnknown::Kind::Head, 0, cell, 0};
    loop_cells_.write_cell(head, cell,
                           loop_cells_.instance(form, loop_cells_.read_cell(iteration.entry, cell, place),
                                                head.guard, place, std::nullopt, &name, iteration.loop));
  }
  iteration.head = head;
  iteration.serial = ++iterations_begun_;
  iteration.latch.reset();
  iteration.arrivals = arrivals_;
  loop_words_.begin_interval_in(iteration, *plan, head.guard);
  return head;
}

// The compared loop that the strand is in an iteration of; nothing: none.
Iteration* ComparedLoops::innermost_iteration(const Strand& s) {
  Iteration* out = nullptr;
  for (const Position& at : loop_state_.planned_loops(s)) {
    const auto iteration = iterations_.find(at);
    if (iteration != iterations_.end() && (out == nullptr || iteration->second.loop > out->loop))
      out = &iteration->second;
  }
  return out;
}

// Who takes a branch that is chosen to go with the iterations of the other execution.
Lanes ComparedLoops::who_goes_on(const Strand& s, const Instruction& bra) {
  const bool again = bra.mod.chosen == Choice::Again;
  const Iteration* iteration = again ? innermost_iteration(s) : nullptr;
  if (again && iteration == nullptr)
    return Lanes(g.var(1, "iteration"));  // no plan yet: this execution ends anyway
  const std::uint32_t loop = iteration != nullptr ? iteration->loop : loops_compared_;
  std::vector<Term> out(static_cast<std::size_t>(threads_), g.truth(false));
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(s.guard.at(t))) out[t] = options_.comparison->goes_on(loop, t, again);
  }
  return Lanes::each(std::move(out));
}

// All go one way, and that they do is left to be proved.
void ComparedLoops::take_for_certain(const Strand& s, const Lanes& taken) {
  Iteration* iteration = innermost_iteration(s);
  for (int t = 0; t < threads_; ++t) {
    const Term other = g.land(s.guard.at(t), g.lnot(taken.at(t)));
    if (g.is_false(other)) continue;
    iteration != nullptr ? iteration->never[t].push_back(other)
                         : options_.comparison->never(loops_compared_, t, other);
  }
}

// A strand leaves loops for a block: the innermost of them has it from now on.
void ComparedLoops::leave_compared(const Strand& s, const std::vector<Position>& left, std::uint32_t block) {
  const FunctionGraph& graph = code_.graph_of(s.top().function);
  const auto head = [](const Position& p) { return static_cast<int>(p[p.size() - 2]); };
  const auto innermost = std::find_if(left.begin(), left.end(), [&](const Position& p) {
    return std::all_of(left.begin(), left.end(),
                       [&](const Position& q) { return graph.in_loop_of_head(head(q), head(p)); });
  });
  const auto iteration = innermost == left.end() ? iterations_.end() : iterations_.find(*innermost);
  if (iteration == iterations_.end()) {
    plans_changed_ = true;
    return;
  }
  loop_exits_.note_exit(s, *innermost, block);
  Strand away = s;
  away.top().block = block;
  const auto [it, fresh] = iteration->second.exits.try_emplace(block, away);
  if (!fresh) strands_.merge_into(it->second, away);
}

// What may have another value after the loop than before it.
std::vector<StateCell> ComparedLoops::cells_after(const LoopPlan& plan, const Iteration& iteration,
                                             std::uint32_t target) const {
  const auto& live = code_.graph_of(iteration.entry.top().function).live_in[target];
  std::vector<StateCell> out;
  const auto exits = plan.exits.find(target);
  for (const auto& [cell, form] : plan.cells) {
    const bool changed = exits != plan.exits.end() &&
                         (cell.is_register ? exits->second.contains(cell)
                                           : bytes_beside(exits->second, cell.at, cell.end()).empty());
    if (!changed && (!cell.is_register || live[cell.at])) out.push_back(cell);
  }
  if (exits != plan.exits.end()) {
    for (const auto& [cell, taints] : exits->second) out.push_back(cell);
  }
  return out;
}

// On the way out, have all moved the cell by one number of the steps that iterations move it by?
bool ComparedLoops::leaves_by_steps(const LoopPlan& plan, const Iteration& iteration, const StateCell& cell,
                               std::uint32_t target) {
  const auto form = plan.cells.find(cell);
  if (form == plan.cells.end() || form->second.kind != CellForm::Kind::Step || form->second.taints)
    return false;
  const Strand& out = iteration.exits.at(target);
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value head = loop_cells_.read_cell(iteration.head, cell, place),
              now = loop_cells_.read_cell(out, cell, place);
  const int unused = 64 - cell.width;
  const auto number = [&](std::uint64_t bits) { return static_cast<std::int64_t>(bits << unused) >> unused; };
  std::optional<Term> common;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(out.guard.at(t))) continue;
    const Term change = g.sub(now.bits.at(t), head.bits.at(t));
    if (common && *common != change) return false;
    common = change;
  }
  const std::int64_t step = number(form->second.step);
  return common && g.is_const(*common) && step != 0 && number(g.value(*common)) % step == 0;
}

CellForm ComparedLoops::form_after(const LoopPlan& plan, const Iteration& iteration, const StateCell& cell,
                              std::uint32_t target) {
  const auto exits = plan.exits.find(target);
  if (exits != plan.exits.end()) {
    const auto found = exits->second.find(cell);
    const bool differs = found != exits->second.end();
    if (differs && (found->second || !leaves_by_steps(plan, iteration, cell, target)))
      return {CellForm::Kind::Any, Grain::Lane, 0, false, found->second};
  }
  CellForm form = plan.cells.at(cell);
  form.grain = std::max(form.grain, plan.scope);
  if (form.kind == CellForm::Kind::LoopMask) form = {CellForm::Kind::Any, Grain::Lane, 0, false, form.taints};
  return form;
}

// Did everyone who began the iteration come back, or leave by one of the ways out? Who exits in the middle of
// it, in a function that it calls, did neither; after the loop all that entered go on (go_on_after).
bool ComparedLoops::leaves_or_comes_back(const Iteration& iteration) {
  Lanes all = iteration.latch ? iteration.latch->guard : ops_.no();
  for (const auto& [target, strand] : iteration.exits) all = strands_.unite(all, strand.guard);
  return last_iterations_.all_take_part(all, iteration.head.guard);
}

void ComparedLoops::end_compared_iteration(const Position& at) {
  if (!holds_or_off(SideCondition::ComparedLoopLeft, leaves_or_comes_back(iterations_.at(at))))
    return loop_state_.abandon_plan(at, "threads end in the middle of an iteration");
  const LoopPlan plan = *loop_state_.plan_at(at);
  const Strand& head = iterations_.at(at).head;
  order_recorder_.trace_iteration(OrderStep::Kind::IterationEnds, iterations_.at(at),
                  code_.place_of_block(head.top().function, head.top().block));
  record_iteration(at, plan);
  for (const BlockMemory::Key& key : plan.written)
    memory_.forget(key, options_.comparison->contents(iterations_.at(at).loop, key, true));
  const Iteration iteration = iterations_.at(at);
  loop_state_.forget_assumed_in(at);
  iterations_.erase(at);
  go_on_after(at, plan, iteration);
}

void ComparedLoops::record_iteration(const Position& at, const LoopPlan& plan) {
  const Iteration& iteration = iterations_.at(at);
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  LoopRecord out;
  out.parent = iteration.parent;
  out.place = place;
  out.function = at.back();
  out.head = at[at.size() - 2];
  out.never = iteration.never;
  out.entered = iteration.entry.guard;
  out.back = iteration.latch ? iteration.latch->guard : ops_.no();
  out.written = plan.written;
  out.before = iteration.before;
  out.after = std::make_shared<BlockMemory>(memory_);
  out.disturbed = iteration.disturbed || plan.writes_anywhere;
  const auto groups = [&](Grain grain, auto f) {
    const int size = context_.threads_sharing(grain);
    for (int first = 0; first < threads_; first += size) {
      std::vector<Term> who;
      for (int t = first; t < std::min(threads_, first + size); ++t) who.push_back(out.entered.at(t));
      if (!g.is_false(g.disj(who))) f(first, std::min(size, threads_ - first));
    }
  };
  const auto note = [&](LoopUnknown what, const CellForm& form, const Value& entry, const Value& now,
                        const Lanes& guard) {
    if (form.kind == CellForm::Kind::LoopMask) return;  // no unknown
    groups(form.kind == CellForm::Kind::Any ? Grain::Lane : form.grain, [&](int first, int size) {
      what.first = first;
      out.cells.emplace(what, LoopRecord::Unknown{form, entry, now, guard, size});
    });
  };
  for (const auto& [cell, form] : plan.cells) {
    const Value entry = loop_cells_.read_cell(iteration.entry, cell, place);
    const Value now = iteration.latch ? loop_cells_.read_cell(*iteration.latch, cell, place) : entry;
    note({LoopUnknown::Kind::Head, 0, cell, 0}, form, entry, now, out.back);
  }
  for (const auto& [target, strand] : iteration.exits) {
    for (const StateCell& cell : cells_after(plan, iteration, target)) {
      note({LoopUnknown::Kind::After, target, cell, 0}, form_after(plan, iteration, cell, target),
           loop_cells_.read_cell(iteration.entry, cell, place), loop_cells_.read_cell(strand, cell, place),
           strand.guard);
    }
    groups(Grain::Lane, [&](int t, int) {
      out.bits[{LoopUnknown::Kind::Exit, target, {}, t}] = {out.entered.at(t), strand.guard.at(t)};
    });
  }
  if (plan.scope != Grain::Block) {
    groups(plan.scope, [&](int first, int size) {
      std::vector<Term> in, back;
      for (int t = first; t < first + size; ++t) {
        in.push_back(out.entered.at(t));
        back.push_back(out.back.at(t));
      }
      out.bits[{LoopUnknown::Kind::Present, 0, {}, first}] = {g.disj(in), g.disj(back)};
    });
  }
  options_.comparison->record(iteration.loop, std::move(out));
}

// Everyone who entered leaves by exactly one of the ways out.
void ComparedLoops::go_on_after(const Position& at, const LoopPlan& plan, const Iteration& iteration) {
  const Strand& entry = iteration.entry;
  const auto head = at[at.size() - 2];
  const std::uint32_t place = code_.place_of_block(entry.top().function, head);
  std::vector<std::pair<std::uint32_t, Lanes>> ways;
  for (const auto& [target, strand] : iteration.exits) {
    const LoopUnknown name{LoopUnknown::Kind::Exit, target, {}, 0};
    Lanes guard = entry.guard;
    if (iteration.exits.size() > 1)
      guard = ops_.land(guard, loop_cells_.unknowns_for(Grain::Lane, 1, guard, place, &name, iteration.loop));
    ways.emplace_back(target, std::move(guard));
  }
  for (int t = 0; t < threads_ && ways.size() > 1; ++t) {
    if (g.is_false(entry.guard.at(t))) continue;
    std::vector<Term> any;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      any.push_back(ways[i].second.at(t));
      for (std::size_t j = 0; j < i; ++j)
        assumptions_.push_back(g.lnot(g.land(ways[i].second.at(t), ways[j].second.at(t))));
    }
    assumptions_.push_back(g.implies(entry.guard.at(t), g.disj(any)));
  }
  if (ways.size() == 2) strands_.note_split(entry.guard, ways[0].second, ways[1].second);
  if (ways.empty()) cut_ = ops_.lor(cut_, entry.guard);
  for (const auto& [target, guard] : ways) {
    Strand s = entry;
    s.informed = true;  // as in begin_compared_iteration()
    s.guard = guard;
    s.loops.erase(loop_key(s, head));
    for (const StateCell& cell : cells_after(plan, iteration, target)) {
      const LoopUnknown name{LoopUnknown::Kind::After, target, cell, 0};
      const CellForm form = form_after(plan, iteration, cell, target);
      // What only the loop writes is defined after it, unless its plan says otherwise.
      const Value before = form.kind == CellForm::Kind::Any
                               ? ops_.defined(ops_.constant(cell.width, 0), cell.width)
                               : loop_cells_.read_cell(entry, cell, place);
      loop_cells_.write_cell(
          s, cell, loop_cells_.instance(form, before, guard, place, std::nullopt, &name, iteration.loop));
    }
    control_flow_.go_to(std::move(s), target);
  }
}

// Memory that a loop stores to is used by others while it runs: then it matters which iteration this is.
void ComparedLoops::note_disturbance(const Strand& s, const BlockMemory::Key& key) {
  if (!context_.compares()) return;
  for (auto& [at, iteration] : iterations_) {
    const LoopPlan* plan = loop_state_.plan_at(at);
    if (plan != nullptr && plan->written.contains(key) && !loop_state_.is_in_loop(s, at))
      iteration.disturbed = true;
  }
}

void ComparedLoops::report_unfinished_iterations() {
  for (const auto& [at, iteration] : iterations_) {
    unknowns_.push_back({"lanes wait in an iteration of a loop for others that are not in it",
                         code_.place_of_block(iteration.entry.top().function, at[at.size() - 2]),
                         ops_.any(iteration.entry.guard)});
  }
}

}  // namespace warpproof::symbolic
