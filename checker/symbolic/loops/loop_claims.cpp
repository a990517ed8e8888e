#include "checker/symbolic/loops/loop_claims.h"

#include <algorithm>
#include <bit>

#include "checker/soundness_switches.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/given.h"
#include "checker/symbolic/loops/iteration_counts.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loop_strides.h"
#include "checker/symbolic/pointers.h"
#include "checker/symbolic/state_claims.h"
#include "src/term/float_op.h"

namespace warpproof::symbolic {

namespace {

// Is it computed by a floating-point instruction, or chosen from such values?
bool is_computed_float(const TermGraph& g, Term t, int depth = 8) {
  if (g.kind(t) == Kind::Float) return FloatOp::unpack(g.aux(t)).result <= FloatFormat::F64;
  if (g.kind(t) != Kind::Ite || depth == 0) return false;
  return is_computed_float(g, g.operands(t)[1], depth - 1) ||
         is_computed_float(g, g.operands(t)[2], depth - 1);
}

}  // namespace

LoopClaims::LoopClaims(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      context_(parts.context),
      iterations_(parts.loop_state.iterations),
      plans_changed_(parts.loop_state.plans_changed),
      code_(parts.code),
      pointers_(parts.pointers),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells),
      iteration_counts_(parts.iteration_counts),
      loop_strides_(parts.loop_strides) {}

// Whatever may differ between the head of an iteration and its end, each part in one cell.
std::vector<StateCell> LoopClaims::cells_of(const LoopPlan& plan, const Iteration& iteration) const {
  const Strand &head = iteration.head, &back = *iteration.latch;
  return cells_across(plan.cells, code_.graph_of(head.top().function).live_in[head.top().block],
                      {{back.top().registers, back.storage}, {head.top().registers, head.storage}});
}

// Is what comes back of the form, whatever of the form was there at the head?
bool LoopClaims::holds(const CellForm& form, const StateCell& cell, const Iteration& iteration) {
  using Kind = CellForm::Kind;
  const StateClaims claims(ops_);
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
              head = loop_cells_.read_cell(iteration.head, cell, place);
  const Value back = loop_cells_.read_cell(*iteration.latch, cell, place);
  const Lanes& guard = iteration.latch->guard;
  if (!claims.keeps_taint(form, entry, head, back, guard)) return false;
  if (!holds_or_off(SideCondition::LoopPointers, keeps_pointers(form, iteration, entry, head, back))) return false;
  if (form.zeros > 0 && !holds_or_off(SideCondition::StrideLowBits, form.zeros <= zeros_of_change(cell, iteration)))
    return false;
  switch (form.kind) {
    case Kind::Any:
      return true;
    case Kind::Count:
      return iteration_counts_.keeps_count(form, entry, head, back, iteration) &&
             (!form.rises || loop_strides_.only_rises(cell, iteration));
    case Kind::Cycle:
      return iteration_counts_.keeps_cycle(form, cell, iteration);
    case Kind::LoopMask:
      return cell.width == 32 && is_mask_of(back, guard) && is_mask_of(entry, iteration.entry.guard);
    case Kind::Subset:
      if (cell.width != 32) return false;
      break;
    case Kind::Stride:
      if (!loop_strides_.keeps_stride(cell, form, iteration)) return false;
      break;
    case Kind::AtMost:
      if (!loop_strides_.only_shrinks(cell, form, iteration)) return false;
      break;
    default:
      if (form.rises && !loop_strides_.only_rises(cell, iteration)) return false;
      break;
  }
  const int size = form.kind == Kind::Same ? 1 : context_.threads_sharing(form.grain);
  // Threads of a grain agree on the unknown at the end of each iteration and, which needs a look of its own, at the begin
  // of the first one.
  const auto agree = [&](const Lanes& who, const auto& unknown_of) {
    for (int start = 0; start < threads_; start += size) {
      std::optional<Term> common;
      for (int t = start; t < std::min(threads_, start + size); ++t) {
        if (g.is_false(who.at(t))) continue;
        const std::optional<Term> unknown = unknown_of(t);
        if (!unknown || (common && *common != *unknown)) return false;
        common = unknown;
      }
    }
    return true;
  };
  return agree(guard,
               [&](int t) {
                 return claims.unknown_of(form, cell.width, entry.bits.at(t), head.bits.at(t),
                                          back.bits.at(t));
               }) &&
         holds_or_off(SideCondition::LoopEntersAlike, agree(iteration.entry.guard, [&](int t) {
                        return std::optional(claims.unknown_at_entry(form, cell.width, entry.bits.at(t)));
                      }));
}

// Does the cell hold no other pointers at entry and after the iteration? What Shift adds is none.
bool LoopClaims::keeps_pointers(const CellForm& form, const Iteration& iteration, const Value& entry, const Value& head,
                                const Value& back) {
  using Kind = CellForm::Kind;
  if (back.width != 64) return true;
  const auto all_of = [&](const Lanes& guard, const auto& is_fine) {
    for (int t = 0; t < threads_; ++t) {
      if (!g.is_false(guard.at(t)) && !is_fine(t)) return false;
    }
    return true;
  };
  const Lanes& comes_back = iteration.latch->guard;
  if (form.kind == Kind::Shift)
    return all_of(comes_back, [&](int t) { return pointers_.holds_no_pointer(g.sub(back.bits.at(t), head.bits.at(t))); });
  if ((form.kind != Kind::AtMost && form.kind != Kind::Any) || form.held == Held::Any) return true;
  const auto is_held = [&](Term t) {
    return form.held == Held::None ? pointers_.holds_no_pointer(t) : pointers_.holds_only_loaded(t);
  };
  return all_of(iteration.entry.guard, [&](int t) { return is_held(entry.bits.at(t)); }) &&
         all_of(comes_back, [&](int t) { return is_held(back.bits.at(t)); });
}

// Low bits that are 0 in what the iteration added, in each thread that comes back. What was added before them has
// as many, where the form has, and so has the sum.
int LoopClaims::zeros_of_change(const StateCell& cell, const Iteration& iteration) {
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value head = loop_cells_.read_cell(iteration.head, cell, place),
              back = loop_cells_.read_cell(*iteration.latch, cell, place);
  int zeros = cell.width - 1;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(iteration.latch->guard.at(t))) continue;
    const std::uint64_t zero = g.zero_bits(g.sub(back.bits.at(t), head.bits.at(t)));
    zeros = std::min(zeros, std::countr_one(zero));
  }
  return zeros;
}

// Is the value, in threads of the guard, the mask of these?
bool LoopClaims::is_mask_of(const Value& value, const Lanes& guard) {
  const Lanes mask = loop_cells_.mask_of(guard);
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(guard.at(t)) && value.bits.at(t) != mask.at(t) &&
        !context_.infeasible(g.land(guard.at(t), g.lnot(g.eq(value.bits.at(t), mask.at(t))))))
      return false;
  }
  return true;
}

// The next weaker form that the iteration at hand does not break.
std::optional<CellForm> LoopClaims::weaker(const LoopPlan& plan, const StateCell& cell,
                                         const Iteration& iteration) {
  using Kind = CellForm::Kind;
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Lanes& guard = iteration.latch->guard;
  // A step that the threads agree on.
  std::uint64_t step = 0, change_of_iteration = 0;
  bool computes_floats = false;
  {
    const Value head = loop_cells_.read_cell(iteration.head, cell, place),
                back = loop_cells_.read_cell(*iteration.latch, cell, place);
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(guard.at(t))) continue;
      computes_floats = computes_floats || is_computed_float(g, back.bits.at(t));
      Term change = g.sub(back.bits.at(t), head.bits.at(t));
      if (iteration_counts_.counts_iterations()) change = given(g, change, guard.at(t));
      step = change_of_iteration = g.is_const(change) ? g.value(change) : 0;
      const std::uint64_t top = 1ull << (cell.width - 1);
      if (step > top && !context_.compares())
        step = cell.width >= 64 ? 0 - step : (top << 1) - step;  // downwards: steps count either way
      break;
    }
  }
  const auto known = plan.cells.find(cell);
  const bool at_once = known == plan.cells.end();
  const Grain finest = plan.lanes_part() ? Grain::Block : plan.scope;
  std::vector<Kind> kinds{Kind::Count, Kind::Cycle,  Kind::Step,     Kind::Stride, Kind::AtMost,
                          Kind::Shift, Kind::Subset, Kind::LoopMask, Kind::Any};
  // Which lanes are in the iteration says more than that they get fewer, but nothing of another program's
  // lanes.
  if (!plan.compared) std::swap(kinds[6], kinds[7]);
  // Multiples of a step that is no power of two meet again once they have wrapped around, those of a stride
  // are assumed not to.
  const bool meets_again = (step & (step - 1)) != 0 && options_.shape.is_sample();
  const auto rank = [&](const CellForm& form) {
    const bool late = form.kind == Kind::Step && !form.rises && meets_again;
    return std::tuple(late ? std::find(kinds.begin(), kinds.end(), Kind::Stride)
                           : std::find(kinds.begin(), kinds.end(), form.kind),
                      late, form.grain, !form.rises, -form.zeros, form.held);
  };
  // The numbers of two programs that are compared have no names of their own.
  const int zeros = context_.compares() ? 0 : zeros_of_change(cell, iteration);
  bool enters_with_pointer = false;
  if (cell.width == 64) {
    const Value entry = loop_cells_.read_cell(iteration.entry, cell, place);
    for (int t = 0; t < threads_ && !enters_with_pointer; ++t)
      enters_with_pointer = !g.is_false(guard.at(t)) && !pointers_.holds_no_pointer(entry.bits.at(t));
  }
  std::vector<CellForm> forms;
  for (const Kind kind : kinds) {
    for (const Grain grain : {Grain::Block, Grain::Warp, Grain::Lane}) {
      if (grain < finest) continue;
      // No more than Any says, but which memory an address points to.
      if (grain == Grain::Lane && (kind == Kind::Subset || (kind == Kind::Shift && !enters_with_pointer))) continue;
      // Of two programs that are compared, the numbers may be the same, not what their bits differ by.
      if (kind == Kind::Shift && context_.compares() && computes_floats) continue;
      // Questions about all threads of a block are dear.
      if ((kind == Kind::Stride || kind == Kind::AtMost) && !options_.shape.is_sample()) continue;
      const bool by_count = kind == Kind::Count || kind == Kind::Cycle;
      if (by_count &&
          (!iteration_counts_.counts_iterations() || grain != iteration_counts_.count_grain(plan)))
        continue;
      CellForm form{kind, grain, kind == Kind::Step ? step : kind == Kind::Count ? change_of_iteration : 0};
      if (kind == Kind::Stride) {
        form.step = loop_strides_.least_stride(cell, iteration);
        form.wide = loop_strides_.passes_block(cell, iteration);
      }
      if (kind == Kind::Stride || kind == Kind::Shift) form.zeros = zeros;
      const bool may_hold_pointers = cell.width == 64 && (kind == Kind::AtMost || kind == Kind::Any);
      for (const Held held : {Held::None, Held::Loaded}) {
        form.held = held;
        if (may_hold_pointers) forms.push_back(form);
      }
      form.held = Held::Any;
      forms.push_back(form);
      form.rises = true;
      if ((kind == Kind::Step || kind == Kind::Count) && !context_.compares()) forms.push_back(form);
    }
  }
  std::stable_sort(forms.begin(), forms.end(),
                   [&](const CellForm& x, const CellForm& y) { return rank(x) < rank(y); });
  for (const bool taints : {false, true}) {
    if (!at_once && known->second.taints && !taints) continue;
    for (CellForm form : forms) {
      form.taints = taints;
      const bool by_count = form.kind == Kind::Count || form.kind == Kind::Cycle;
      if (by_count && taints) continue;
      if (form.kind == Kind::Cycle) {
        if (at_once || rank(known->second) > rank(form)) continue;
        if (const auto cycle = iteration_counts_.cycle_of(cell, known->second, iteration)) return cycle;
        continue;
      }
      const bool weaker_form = at_once || known->second.taints != taints || rank(form) > rank(known->second);
      if (weaker_form && holds(form, cell, iteration)) return form;
    }
  }
  return std::nullopt;
}

// Weakens the claims of cells that the iteration at hand breaks. False: there is none that it keeps.
bool LoopClaims::weaken_cells(const Position& at, LoopPlan& plan) {
  const Iteration& iteration = iterations_.at(at);
  for (const StateCell& cell : cells_of(plan, iteration)) {
    const SideCondition kept =
        plan.cells.contains(cell) ? SideCondition::LoopCellHolds : SideCondition::LoopCellUnchanged;
    if (holds_or_off(kept, holds(plan.form_of(cell), cell, iteration))) continue;
    plans_changed_ = true;
    const auto next = weaker(plan, cell, iteration);
    if (!next) {
      loop_state_.abandon_plan(at, "no invariant was found for a value that changes in it");
      return false;
    }
    const auto known = plan.cells.find(cell);
    const bool newly_undefined = next->taints && (known == plan.cells.end() || !known->second.taints);
    const auto parts = newly_undefined && !cell.is_register ? parts_of(cell, iteration.latch->storage)
                                                            : std::vector<StateCell>{cell};
    if (parts.size() == 1) {
      plan.cells[cell] = *next;
      continue;
    }
    // Bytes of which only some may be undefined go their own ways.
    plan.cells.erase(cell);
    plan.exits.clear();
    for (const StateCell& part : parts) {
      if (holds(CellForm{CellForm::Kind::Same}, part, iteration)) continue;
      if (const auto form = weaker(plan, part, iteration)) plan.cells[part] = *form;
    }
  }
  return true;
}

}  // namespace warpproof::symbolic
