#include "checker/symbolic/loops/iteration_numbers.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/given.h"
#include "checker/symbolic/loops/loop_cells.h"
#include "checker/symbolic/loops/loop_state.h"

namespace warpproof::symbolic {

IterationNumbers::IterationNumbers(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      ops_(parts.context.ops),
      iterations_(parts.loop_state.iterations),
      code_(parts.code),
      loop_state_(parts.loop_state),
      loop_cells_(parts.loop_cells) {}

// Of the strand's instruction at that place. A loop with several entries is not counted where it is entered
// beside its head: what is not counted is not known.
IterationVector::Of IterationNumbers::iterations_of(const Strand& s, std::uint32_t place) {
  std::vector<IterationVector::Loop> loops;
  for (std::size_t depth = 1; depth <= s.frames.size(); ++depth) {
    const Frame& frame = s.frames[depth - 1];
    const FunctionGraph& graph = code_.graph_of(frame.function);
    for (const auto& loop : graph.loops) {
      if (!graph.in_loop_of_head(loop.head, static_cast<int>(frame.block))) continue;
      const auto head = static_cast<std::uint32_t>(loop.head);
      IterationVector::Loop own{static_cast<std::uint64_t>(depth) << 32 | head};
      const auto visit = s.loops.find(own.key);
      if (visit != s.loops.end() && !loop.irreducible)
        note_iteration(code_.head_position(s, depth, head), visit->second, own);
      loops.push_back(std::move(own));
    }
  }
  return std::make_shared<const IterationVector>(code_.position_of(s), place, std::move(loops));
}

void IterationNumbers::note_iteration(const Position& head, const LoopVisit& visit,
                                      IterationVector::Loop& own) {
  using Together = IterationVector::Together;
  if (!visit.begun) {
    own.number = visit.iteration;
    return;
  }
  // Who waits at the head for others, or was there when a plan was given up, is in no followed iteration.
  const auto iteration = iterations_.find(head);
  const LoopPlan* plan = loop_state_.plan_at(head);
  if (iteration == iterations_.end() || plan == nullptr) return;
  own.followed = static_cast<std::uint64_t>(iteration->second.serial);
  // Lanes that part leave the loop in different iterations, but until then they go through it in step.
  own.together = plan->scope == Grain::Block || plan->lanes_part() ? Together::Block
                 : plan->scope == Grain::Warp                      ? Together::Warp
                                                                   : Together::Nobody;
  if (own.together != Together::Block) own.number = number_of_iteration(iteration->second, *plan);
}

// Something that tells the iterations of a loop apart: how far a counter is from where it began. It is no
// negative number and goes up, by the same in each iteration, in iterations that it does not wrap around in
// (CellForm::rises), so that equal distances are of one iteration. That it is the same in each is held
// against the iteration at its end.
std::optional<Lanes> IterationNumbers::number_of_iteration(Iteration& iteration, const LoopPlan& plan) {
  if (iteration.number > 1 && !iteration.jumped)
    return std::nullopt;  // the head at hand is another iteration's
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  for (const auto& [cell, form] : plan.cells) {
    const bool by_steps = form.kind == CellForm::Kind::Step || form.kind == CellForm::Kind::Count;
    if (!by_steps || !form.rises || form.step == 0 || form.taints || plan.uneven.contains(cell)) continue;
    iteration.counted_by = cell;
    const Value entry = loop_cells_.read_cell(iteration.entry, cell, place),
                head = loop_cells_.read_cell(iteration.head, cell, place);
    return ops_.map([&](Term a, Term b) { return g.sub(a, b); }, head.bits, entry.bits);
  }
  return std::nullopt;
}

bool IterationNumbers::counts_as_iterations(const StateCell& cell, const Iteration& iteration,
                                            const LoopPlan& plan) {
  const auto form = plan.cells.find(cell);
  if (form == plan.cells.end()) return false;
  const std::uint32_t place = code_.place_of_block(iteration.head.top().function, iteration.head.top().block);
  const Value head = loop_cells_.read_cell(iteration.head, cell, place),
              back = loop_cells_.read_cell(*iteration.latch, cell, place);
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(iteration.latch->guard.at(t))) continue;
    const Term change = given(g, g.sub(back.bits.at(t), head.bits.at(t)), iteration.latch->guard.at(t));
    if (!g.is_const(change) || g.value(change) != form->second.step) return false;
  }
  return true;
}

// Which iterations of which loops are followed.
Interval::Iterations IterationNumbers::iterations_now() const {
  Interval::Iterations out;
  for (const auto& [at, iteration] : iterations_) out.push_back(iteration.serial);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace warpproof::symbolic
