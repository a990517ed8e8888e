#include "checker/symbolic/meetings/block_barriers.h"

#include "checker/symbolic/barrier_generations.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/control_flow.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loops_in_step.h"
#include "checker/symbolic/meetings/barrier_reuse.h"
#include "checker/symbolic/meetings/bypasses.h"
#include "checker/symbolic/meetings/exited_lanes.h"
#include "checker/symbolic/meetings/grid_meetings.h"
#include "checker/symbolic/meetings/sample_barriers.h"
#include "checker/symbolic/meetings/warp_meetings.h"
#include "checker/symbolic/memory/order_recorder.h"
#include "checker/symbolic/other_blocks.h"
#include "checker/symbolic/race.h"
#include "spec/barrier.h"
#include "spec/rules.h"
#include "src/machine/collective.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;

bool has_count(const Instruction& ins) { return barrier_operands(ins).count >= 0; }

}  // namespace

BlockBarriers::BlockBarriers(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      numbers_(parts.numbers),
      iterations_(parts.loop_state.iterations),
      parked_(parts.strands.parked),
      arrivals_(parts.strands.arrivals),
      passed_(parts.strands.passed),
      present_(parts.thread_sets.present),
      exited_(parts.thread_sets.exited),
      cut_(parts.thread_sets.cut),
      memory_(parts.memory),
      generations_(parts.generations),
      other_blocks_(parts.other_blocks),
      races_(parts.races),
      copy_groups_(parts.copy_groups),
      obligations_(parts.record.obligations),
      read_in_one_iteration_(parts.loop_state.read_in_one_iteration),
      code_(parts.code),
      thread_sets_(parts.thread_sets),
      scalar_instructions_(parts.scalar_instructions),
      control_flow_(parts.control_flow),
      order_recorder_(parts.order_recorder),
      induction_(parts.induction),
      loops_in_step_(parts.loops_in_step),
      warp_meetings_(parts.warp_meetings),
      exited_lanes_(parts.exited_lanes),
      barrier_reuse_(parts.barrier_reuse),
      bypasses_(parts.bypasses),
      grid_meetings_(parts.grid_meetings),
      sample_barriers_(parts.sample_barriers) {}

void BlockBarriers::read_barrier_operands(Parked& p, const Instruction& ins) {
  Strand& s = p.strand;
  const BarrierOperands which = barrier_operands(ins);
  const auto operand = [&](int i, Type type) {
    return i >= 0 ? scalar_instructions_.read(s, ins.sources[static_cast<std::size_t>(i)], type, ins.place)
                  : Value{};
  };
  p.instruction = &ins;
  p.place = ins.place;
  p.b = operand(which.id, Type::U32);
  p.c = operand(which.count, Type::U32);
  p.a = operand(which.predicate, Type::Pred);
  if (which.predicate >= 0 && ins.sources[static_cast<std::size_t>(which.predicate)].negated)
    p.a.bits = ops_.lnot(p.a.bits);
}

void BlockBarriers::barrier_arrive(Strand s, const Instruction& ins) {
  TermDomain d{g};
  if (!sample_barriers_.follows_barrier(ins))
    return thread_sets_.give_up(s, "a barrier of a part of the block, or one that counts whole warps",
                                ins.place);
  induction_.note_loop_barrier(s);
  Parked p;
  p.strand = std::move(s);
  read_barrier_operands(p, ins);
  const Lanes guard = p.strand.guard;
  scalar_instructions_.use(guard, p.b, ins.place, "barrier id");
  if (has_count(ins)) scalar_instructions_.use(guard, p.c, ins.place, "barrier count");
  if (p.a.width != 0) scalar_instructions_.use(guard, p.a, ins.place, "operand of a barrier");
  if (!ins.mod.aligned && !spec::has_unaligned_barrier(options_.target)) {
    obligations_.require_not(Rule::TargetIsa, context_.level(Rule::TargetIsa), ins.place,
                             "barrier.sync needs sm_70", ops_.any(guard));
  }

  // A lane with an illegal operand neither arrives nor goes on.
  Lanes legal = ops_.map([&](Term id) { return spec::barrier_id_is_legal<TermDomain>(d, {id}).t; }, p.b.bits);
  obligations_.require_not(Rule::BarrierId, context_.level(Rule::BarrierId), ins.place, "",
                           ops_.any(ops_.land(guard, ops_.lnot(legal))));
  if (has_count(ins)) {
    const Lanes count_legal = ops_.map(
        [&](Term count) {
          return spec::barrier_count_is_legal<TermDomain>(d, {count}, {numbers_.block_threads()}, warp_size_)
              .t;
        },
        p.c.bits);
    obligations_.require_not(Rule::BarrierCount, context_.level(Rule::BarrierCount), ins.place, "",
                             ops_.any(ops_.land(guard, ops_.lnot(count_legal))));
    legal = ops_.land(legal, count_legal);
  }
  const Lanes illegal = ops_.land(guard, ops_.lnot(legal));
  cut_ = ops_.lor(cut_, illegal);

  for (int id = 0; id < spec::kBarrierIds; ++id) {
    Parked part = p;
    const Lanes here =
        ops_.map([&](Term t) { return g.eq(t, g.constant(32, static_cast<std::uint64_t>(id))); }, p.b.bits);
    part.strand.guard = ops_.land(ops_.land(guard, legal), here);
    if (ops_.all_false(part.strand.guard)) continue;
    part.barrier_id = id;
    settle_generation(id);
    barrier_reuse_.check_reuse(id, part);
    if (ops_.all_false(part.strand.guard)) continue;
    check_count(id, part);
    if (ops_.all_false(part.strand.guard)) continue;
    if (is_barrier_of_everyone(ins)) {
      for (const auto& [at, pass] : passed_)
        bypasses_.judge_bypass(part.strand, part.place, at, pass.guard, pass.iterations);
    }
    if (ins.mod.barrier == BarrierKind::Arrive) {
      note_arrival(id, part);
      const std::uint32_t next = warp_meetings_.next_block(part.strand);
      control_flow_.go_to(std::move(part.strand), next);
    } else {
      Position at = code_.position_of(part.strand);
      at.push_back(static_cast<std::uint32_t>(id));
      warp_meetings_.park(at, std::move(part), ins);
      parked_.at(at).barrier_id = id;
    }
    // A generation that nobody waits for holds nobody up: it completes at once for the inputs for which it is
    // complete.
    for (int fired = 0; fired < warps_ && try_fire_barrier(id, waiting_at_barrier(id).empty()); ++fired) {
    }
  }
}

// A generation with a count may be complete for some inputs when this strand comes, and lack it for others.
// For the former it completes first: the strand is of the next one.
void BlockBarriers::settle_generation(int id) {
  bool counts = !arrivals_[id].empty();
  for (const Position& at : waiting_at_barrier(id)) counts = counts || has_count(*parked_.at(at).instruction);
  for (int generations = 0; counts && generations < warps_; ++generations)
    counts = try_fire_barrier(id, true);
}

// The arrivals of one generation all give one thread count. One with another count than the first has no
// meaning: the lane goes no further.
void BlockBarriers::check_count(int id, Parked& p) {
  const auto count_of = [&](const Parked& of) { return barrier_reuse_.counted_threads(of); };
  Term first = g.constant(32, 0), someone = g.truth(false);
  std::vector<Term> clashes(static_cast<std::size_t>(threads_), g.truth(false));
  const auto take = [&](const Lanes& guard, const Lanes& counts, bool judged) {
    for (int t = 0; t < threads_; ++t) {
      const Term here = guard.at(t), count = counts.at(t);
      if (g.is_false(here)) continue;
      if (judged)
        clashes[static_cast<std::size_t>(t)] = g.land(g.land(here, someone), g.lnot(g.eq(count, first)));
      if (!g.is_true(someone)) first = g.ite(someone, first, g.ite(here, count, first));
      someone = g.lor(someone, here);
    }
  };
  for (const Arrival& a : arrivals_[id]) take(a.guard, a.count, false);
  for (const Position& at : waiting_at_barrier(id))
    take(parked_.at(at).strand.guard, count_of(parked_.at(at)), false);
  take(p.strand.guard, count_of(p), true);
  const Lanes clash = Lanes::each(std::move(clashes));
  obligations_.require_not(Rule::BarrierCount, context_.level(Rule::BarrierCount), p.place,
                           "threads of one generation pass different counts", ops_.any(clash));
  cut_ = ops_.lor(cut_, clash);
  p.strand.guard = ops_.land(p.strand.guard, ops_.lnot(clash));
}

void BlockBarriers::note_arrival(int id, const Parked& p) {
  generations_.note_arrival(id, p.strand.guard);
  order_recorder_.trace_barrier(OrderStep::Kind::Arrival, id, p.strand.guard, p.place);
  arrivals_[id].push_back({p.strand.guard, p.c.bits, p.place, races_.order().arrival(),
                           p.instruction->mod.aligned, code_.position_of(p.strand)});
}

bool BlockBarriers::try_fire_barriers(bool standstill) {
  for (int id = 0; id < spec::kBarrierIds; ++id) {
    if (try_fire_barrier(id, standstill)) return true;
  }
  return false;
}

std::vector<Position> BlockBarriers::waiting_at_barrier(int id) const {
  std::vector<Position> out;
  for (const auto& [at, p] : parked_) {
    if (p.barrier_id == id) out.push_back(at);
  }
  return out;
}

bool BlockBarriers::try_fire_barrier(int id, bool standstill) {
  TermDomain d{g};
  const auto waiting = waiting_at_barrier(id);
  const auto arrivals = arrivals_.find(id);
  const bool any_arrival = arrivals != arrivals_.end() && !arrivals->second.empty();
  if (waiting.empty() && !any_arrival) return false;

  std::vector<spec::BarrierThread<TermDomain>> threads(static_cast<std::size_t>(threads_));
  for (int t = 0; t < threads_; ++t) threads[t] = {d.truth(false), {exited_.at(t)}};
  // Where arrivals give different counts barrier.count is broken already; any of them will do.
  std::optional<Term> count;
  Term countless = g.truth(false);  // someone gives no count
  const auto arrive = [&](const Lanes& guard, const Lanes* counts) {
    if (counts == nullptr) countless = g.lor(countless, ops_.any(guard));
    for (int t = 0; t < threads_; ++t) {
      if (g.is_false(guard.at(t))) continue;
      threads[t].arrived = {g.lor(threads[t].arrived.t, guard.at(t))};
      if (counts != nullptr) count = count ? g.ite(guard.at(t), counts->at(t), *count) : counts->at(t);
    }
  };
  if (any_arrival) {
    for (const Arrival& a : arrivals->second) {
      arrive(a.guard, &a.count);
      // What arrived counts even when its thread has exited since.
      for (int t = 0; t < threads_; ++t)
        threads[t].exited = {g.land(threads[t].exited.t, g.lnot(a.guard.at(t)))};
    }
  }
  std::vector<Term> waits;
  for (const Position& at : waiting) {
    const Parked& p = parked_.at(at);
    arrive(p.strand.guard, has_count(code_.instruction_at(p.strand)) ? &p.c.bits : nullptr);
    waits.push_back(ops_.any(p.strand.guard));
  }
  const auto arrival = spec::counts_barrier_arrivals_per_warp(options_.target)
                           ? spec::BarrierArrival::PerWarp
                           : spec::BarrierArrival::PerThread;
  // Whoever waits: all go together or none does.
  const Term anyone = waiting.empty() ? g.truth(true) : g.disj(waits);
  // The generation with a count and the one without, each under its condition.
  for (const bool counted : {true, false}) {
    const Term kind = counted ? g.lnot(countless) : countless;
    if (g.is_false(kind) || (counted && !count)) continue;
    const Term may = g.land(
        kind, counted ? spec::barrier_count_may_fire<TermDomain>(d, threads, {*count}, arrival, warp_size_).t
                      : spec::barrier_may_fire<TermDomain>(d, threads, arrival, warp_size_).t);
    if (g.is_false(may)) continue;
    bool complete = g.is_false(g.land(anyone, g.lnot(may)));
    if (complete) {
      obligations_.count_folded();
    } else {
      complete = context_.infeasible(g.land(anyone, g.lnot(may)));
    }
    // Guards that hold for no input are not always seen to be false: nobody waits there.
    if ((!complete && !standstill) || context_.infeasible(g.land(anyone, may))) continue;
    // Arrivals without a wait stay where nobody waits for them.
    const Term always = any_arrival ? anyone : g.truth(true);
    fire_barrier(id, waiting, complete ? always : may, counted ? count : std::nullopt, threads);
    return true;
  }
  return false;
}

}  // namespace warpproof::symbolic
