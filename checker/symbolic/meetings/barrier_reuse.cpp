#include "checker/symbolic/meetings/barrier_reuse.h"

#include <algorithm>

#include "checker/symbolic/barrier_generations.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/meetings/block_barriers.h"
#include "spec/barrier.h"
#include "spec/rules.h"
#include "src/machine/collective.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;

}  // namespace

BarrierReuse::BarrierReuse(const Parts& parts)
    : g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      numbers_(parts.numbers),
      parked_(parts.strands.parked),
      arrivals_(parts.strands.arrivals),
      cut_(parts.thread_sets.cut),
      generations_(parts.generations),
      obligations_(parts.record.obligations),
      code_(parts.code),
      block_barriers_(parts.block_barriers) {}

// By thread; without a count operand all warps of the block.
Lanes BarrierReuse::counted_threads(const Parked& p) {
  TermDomain d{g};
  if (barrier_operands(*p.instruction).count >= 0) return p.c.bits;
  return Lanes(spec::whole_warps<TermDomain>(d, {numbers_.block_threads()}, warp_size_).t);
}

// Lanes of which an arrival at the barrier is pending; where a warp arrives as a whole, all of such a warp, but
// for those that come to where the others of it wait.
Lanes BarrierReuse::pending_at(int id, const Position& site) {
  const bool per_warp = spec::counts_barrier_arrivals_per_warp(options_.target);
  Lanes pending = ops_.no();
  for (const Arrival& a : arrivals_[id]) pending = ops_.lor(pending, a.guard);
  if (!per_warp) return pending;
  for (const Position& at : block_barriers_.waiting_at_barrier(id)) {
    const Strand& waits = parked_.at(at).strand;
    if (code_.position_of(waits) != site) pending = ops_.lor(pending, waits.guard);
  }
  std::vector<Term> of_warp;
  for (int w = 0; w < warps_; ++w) {
    const int first = w * warp_size_, end = std::min(threads_, first + warp_size_);
    std::vector<Term> any;
    for (int t = first; t < end; ++t) any.push_back(pending.at(t));
    of_warp.resize(static_cast<std::size_t>(end), g.disj(any));
  }
  return Lanes::each(std::move(of_warp));
}

// An arrival while the last one is pending has no meaning: the lane goes no further.
void BarrierReuse::check_reuse(int id, Parked& p) {
  const Lanes again = ops_.land(pending_at(id, code_.position_of(p.strand)), p.strand.guard);
  obligations_.require_not(Rule::BarrierRearrive, context_.level(Rule::BarrierRearrive), p.place, "",
                           ops_.any(again));
  generations_.judge_arrival(id, p.strand.guard, counted_threads(p), p.instruction->mod.aligned, p.place);
  cut_ = ops_.lor(cut_, again);
  p.strand.guard = ops_.land(p.strand.guard, ops_.lnot(again));
}

// Guards of those who are there when a generation is complete, and not of it.
std::vector<Lanes> BarrierReuse::left_at_barrier(int id) const {
  std::vector<Lanes> out;
  for (const Position& at : block_barriers_.waiting_at_barrier(id))
    out.push_back(parked_.at(at).strand.guard);
  if (const auto arrivals = arrivals_.find(id); arrivals != arrivals_.end()) {
    for (const Arrival& a : arrivals->second) out.push_back(a.guard);
  }
  return out;
}

}  // namespace warpproof::symbolic
