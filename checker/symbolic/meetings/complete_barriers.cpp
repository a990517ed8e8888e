// A generation of a barrier that is complete: who makes it up, what it orders, and at which sites its threads stand.
#include "checker/symbolic/meetings/block_barriers.h"

#include <algorithm>

#include "checker/symbolic/barrier_generations.h"
#include "checker/symbolic/block_memory.h"
#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/control_flow.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/launch_numbers.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/loops/loop_state.h"
#include "checker/symbolic/loops/loops_in_step.h"
#include "checker/symbolic/meetings/barrier_reuse.h"
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

}  // namespace

// Picks the warps that complete a generation of `count` threads: those that are there, earlier warps first.
Lanes BlockBarriers::within_count(Term count, const std::vector<spec::BarrierThread<TermDomain>>& threads) {
  TermDomain d{g};
  const auto arrival = spec::counts_barrier_arrivals_per_warp(options_.target)
                           ? spec::BarrierArrival::PerWarp
                           : spec::BarrierArrival::PerThread;
  const std::span<const spec::BarrierThread<TermDomain>> all(threads);
  const Term one_warp = g.constant(32, static_cast<std::uint64_t>(warp_size_));
  Term taken = g.constant(32, 0);
  std::vector<Term> in(static_cast<std::size_t>(threads_), g.truth(false));
  for (int w = 0; w < warps_; ++w) {
    const int first = w * warp_size_, end = std::min(threads_, first + warp_size_);
    const auto warp = all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
    const Term there = spec::barrier_count_may_fire<TermDomain>(d, warp, {one_warp}, arrival, warp_size_).t;
    const Term goes = g.land(there, g.ult(taken, count));
    std::fill(in.begin() + first, in.begin() + end, goes);
    taken = g.ite(goes, g.add(taken, one_warp), taken);
  }
  return Lanes::each(std::move(in));
}

void BlockBarriers::fire_barrier(int id, const std::vector<Position>& waiting, Term when,
                            std::optional<Term> count,
                            const std::vector<spec::BarrierThread<TermDomain>>& threads) {
  TermDomain d{g};
  const Lanes chosen = ops_.land(Lanes(when), count ? within_count(*count, threads) : ops_.yes());
  std::vector<Parked> partners;
  std::vector<Lanes> firing;
  for (const Position& at : waiting) {
    Parked& rest = parked_.at(at);
    const Lanes go = ops_.land(rest.strand.guard, chosen);
    if (ops_.all_false(go)) continue;
    partners.push_back(rest);
    firing.push_back(go);
    rest.strand.guard = ops_.land(rest.strand.guard, ops_.lnot(chosen));
    if (go.same(partners.back().strand.guard) || ops_.all_false(rest.strand.guard)) parked_.erase(at);
  }
  induction_.judge_loops_of(partners);
  loops_in_step_.judge_steps_of(id, partners);
  std::vector<BarrierSite> sites;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    sites.push_back({partners[i].place, partners[i].instruction->mod.aligned, true, firing[i],
                     code_.position_of(partners[i].strand)});
  }
  Lanes waited = ops_.no();
  for (const Lanes& lanes : firing) waited = ops_.lor(waited, lanes);
  grid_meetings_.judge_grid_barrier_complete(waited);
  std::uint32_t place = partners.empty() ? 0 : partners.front().place;
  std::map<spec::BarrierOp, Term> by_operation;  // whether anyone comes with it
  const auto comes_with = [&](spec::BarrierOp op, const Lanes& lanes) {
    const auto it = by_operation.try_emplace(op, g.truth(false)).first;
    it->second = g.lor(it->second, ops_.any(lanes));
  };
  std::vector<std::pair<std::uint64_t, Lanes>> released;
  for (Arrival& a : arrivals_[id]) {
    const Lanes here = ops_.land(a.guard, chosen);
    if (ops_.all_false(here)) continue;
    released.emplace_back(a.time, here);
    sites.push_back({a.place, a.aligned, false, here, a.at});
    comes_with(spec::BarrierOp::Arrive, here);
    if (partners.empty()) place = a.place;
    a.guard = ops_.land(a.guard, ops_.lnot(chosen));
  }
  std::erase_if(arrivals_[id], [&](const Arrival& a) { return ops_.all_false(a.guard); });
  auto now = generations_.make(waited, released, sites, when, count, races_.now());
  const Lanes participants = now.arrived;
  if (!count) exited_lanes_.note_exited_threads(participants, when, place);
  if (other_blocks_) count ? other_blocks_->meet() : other_blocks_->meet_block();
  order_recorder_.trace_barrier(OrderStep::Kind::Meeting, id, participants, place);
  generations_.judge_overfull(now, barrier_reuse_.left_at_barrier(id));
  generations_.note(id, std::move(now), exited_);
  // Threads that have met have settled what they passed before.
  for (auto pass = passed_.begin(); pass != passed_.end() && !count;) {
    pass->second.guard = ops_.land(pass->second.guard, ops_.lnot(participants));
    pass = ops_.all_false(pass->second.guard) ? passed_.erase(pass) : std::next(pass);
  }
  judge_sites(sites);
  sample_barriers_.meet_the_others(order_by_barrier(waited, released, when, count));

  std::vector<spec::BarrierVote<TermDomain>> votes(static_cast<std::size_t>(threads_),
                                                   {d.truth(false), d.truth(false)});
  Lanes taint = ops_.no();
  Origins origins;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const spec::BarrierOp op = barrier_op(code_.instruction_at(partners[i].strand));
    comes_with(op, firing[i]);
    if (!spec::barrier_reduces(op)) continue;
    origins = merge_origins(origins, partners[i].a.origins);
    if (partners[i].a.origins)
      taint = Lanes(g.lor(taint.at(0), ops_.any(ops_.land(firing[i], partners[i].a.taint))));
    for (int t = 0; t < threads_; ++t) {
      const Term here = firing[i].at(t);
      if (g.is_false(here)) continue;
      votes[t].pred = {g.ite(here, partners[i].a.bits.at(t), votes[t].pred.t)};
      votes[t].arrived = {g.lor(votes[t].arrived.t, here)};
    }
  }
  for (auto a = by_operation.begin(); a != by_operation.end(); ++a) {
    for (auto b = std::next(a); b != by_operation.end(); ++b) {
      if (spec::barrier_ops_may_mix(a->first, b->first)) continue;
      obligations_.require_not(Rule::BarrierRedMix, context_.level(Rule::BarrierRedMix), place, "",
                               g.land(when, g.land(a->second, b->second)));
    }
  }
  std::map<spec::BarrierOp, Term> reduced;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    Strand s = std::move(partners[i].strand);
    const Instruction& ins = code_.instruction_at(s);
    s.guard = firing[i];
    if (!count) copy_groups_.settle(s.storage, s.guard);
    const spec::BarrierOp op = barrier_op(ins);
    if (spec::barrier_reduces(op) && !ins.destinations.empty()) {
      const auto known = reduced.find(op);
      const Term result = known != reduced.end() ? known->second : reduced[op] = [&] {
        const Term own = op == spec::BarrierOp::RedPopc  ? spec::barrier_popc<TermDomain>(d, votes).t
                         : op == spec::BarrierOp::RedAnd ? spec::barrier_and<TermDomain>(d, votes).t
                                                         : spec::barrier_or<TermDomain>(d, votes).t;
        return sample_barriers_.vote_with_others(op, own, ins.place);
      }();
      scalar_instructions_.write(s, ins, ins.destinations[0],
                                 Value{Lanes(result), taint, origins, g.width(result)});
    }
    const std::uint32_t next = warp_meetings_.next_block(s);
    control_flow_.go_to(std::move(s), next);
  }
}

// All threads of the block waited for each other, for certain.
void BlockBarriers::note_meeting_of_all() {
  for (auto& [at, iteration] : iterations_) ++iteration.barriers;
  read_in_one_iteration_.clear();
  memory_.end_interval();
  races_.block_barrier(g.truth(true));
}

// `released` arrived without waiting, at these times of the race detector.
Term BlockBarriers::order_by_barrier(const Lanes& waited,
                                const std::vector<std::pair<std::uint64_t, Lanes>>& released, Term when,
                                std::optional<Term> count) {
  // A barrier with a count waits for nobody who exits.
  const bool everyone =
      g.is_true(when) && ops_.all_true(ops_.lor(waited, count ? ops_.lnot(present_) : exited_));
  const bool whole =
      !count || (g.is_const(*count) && g.value(*count) >= static_cast<std::uint64_t>(threads_));
  if (everyone && released.empty()) {
    note_meeting_of_all();
    return g.truth(true);
  }
  if (everyone) {
    for (auto& [at, iteration] : iterations_) ++iteration.barriers;
    read_in_one_iteration_.clear();
  }
  if (released.empty() && whole) {
    const Term met = g.land(when, ops_.any(waited));
    for (auto& [at, iteration] : iterations_)
      iteration.met = iteration.met ? g.lor(*iteration.met, met) : met;
    races_.block_barrier(met);
    return met;
  }
  // Warps of which it is certain that all live lanes take part, in one way, and that there are some: the barrier waits for no
  // warp that has exited as a whole.
  const auto warps = static_cast<std::size_t>(warps_);
  std::vector<bool> arriving(warps, false), waiting(warps, false);
  std::vector<std::uint64_t> times(warps, 0);
  bool certain = true;
  for (int w = 0; w < warps_; ++w) {
    const auto i = static_cast<std::size_t>(w);
    const int first = w * warp_size_, end = std::min(threads_, first + warp_size_);
    bool some_wait = false, some_arrive = false;
    std::vector<Term> arrivals;
    for (int t = first; t < end; ++t) {
      Term arrives = g.truth(false);
      for (const auto& [time, lanes] : released) {
        if (g.is_false(lanes.at(t))) continue;
        arrives = g.lor(arrives, lanes.at(t));
        times[i] = some_arrive ? std::min(times[i], time) : time;
        some_arrive = true;
      }
      some_wait = some_wait || !g.is_false(waited.at(t));
      arrivals.push_back(arrives);
    }
    const auto all_take_part = [&](const auto& takes_part) {
      std::vector<Term> company;
      for (int t = first; t < end; ++t) company.push_back(takes_part(t));
      const Term some = g.disj(company);
      for (int t = first; t < end; ++t)
        if (!g.is_true(g.lor(takes_part(t), g.land(exited_.at(t), some)))) return false;
      return true;
    };
    waiting[i] = some_wait && all_take_part([&](int t) { return waited.at(t); });
    arriving[i] = !waiting[i] && some_arrive && all_take_part([&](int t) { return arrivals[static_cast<std::size_t>(t - first)]; });
    certain = certain && (waiting[i] || arriving[i] || (!some_wait && !some_arrive));
  }
  races_.order().named_barrier(arriving, times, waiting);
  if (certain) return g.truth(false);
  // Lanes that have exited come with their warp.
  std::vector<Term> left_behind(static_cast<std::size_t>(threads_), g.truth(false));
  for (int t = 0; t < threads_; ++t) {
    std::vector<Term> company;
    for (int u = t / warp_size_ * warp_size_; u < std::min(threads_, (t / warp_size_ + 1) * warp_size_);
         ++u) {
      company.push_back(waited.at(u));
    }
    left_behind[static_cast<std::size_t>(t)] = g.land(exited_.at(t), g.disj(company));
  }
  auto all_released = released;
  all_released.emplace_back(races_.now(), Lanes::each(std::move(left_behind)));
  races_.order().uncertain_barrier(waited, std::move(all_released));
  return g.truth(false);
}

// Aligned barriers: all live lanes of a warp at one site, of which the first in the program is named; and one
// blocking site a generation. Where a warp arrives as soon as one of its lanes is there (up to sm_6x), others
// of its lanes may live elsewhere when the generation completes; a warp that arrives lane by lane is whole.
void BlockBarriers::judge_sites(const std::vector<BarrierSite>& sites) {
  const bool per_warp = spec::counts_barrier_arrivals_per_warp(options_.target);
  const bool any_site = options_.policies.aligned_barrier == spec::AlignedBarrier::AnySite;
  const auto lives_elsewhere = [&](int w) {
    std::vector<Term> away;
    for (int t = w * warp_size_; t < std::min(threads_, (w + 1) * warp_size_); ++t) {
      std::vector<Term> gone{exited_.at(t), cut_.at(t)};
      for (const BarrierSite& site : sites) gone.push_back(site.guard.at(t));
      away.push_back(g.lnot(g.disj(gone)));
    }
    return g.disj(away);
  };
  const auto any_of_warp = [&](const BarrierSite& site, int w) {
    std::vector<Term> here;
    for (int t = w * warp_size_; t < std::min(threads_, (w + 1) * warp_size_); ++t)
      here.push_back(site.guard.at(t));
    for (int t = 0; t < threads_ && warp_size_ == 1; ++t) {
      if (t != w) here.push_back(g.land(site.guard.at(t), numbers_.may_share_warp(w, t)));
    }
    return g.disj(here);
  };
  for (std::size_t i = 0; i < sites.size() && (sites.size() > 1 || per_warp); ++i) {
    if (!sites[i].aligned || any_site) continue;
    std::vector<Term> split, other_blocking;
    for (int w = 0; w < warps_; ++w) {
      std::vector<Term> others, before;
      for (std::size_t j = 0; j < sites.size(); ++j) {
        if (sites[j].at == sites[i].at) continue;  // itself, or arrivals of another iteration
        others.push_back(any_of_warp(sites[j], w));
        if (sites[j].aligned && sites[j].place < sites[i].place) before.push_back(others.back());
        if (sites[j].aligned && sites[j].blocking && j > i) other_blocking.push_back(others.back());
      }
      if (per_warp) others.push_back(lives_elsewhere(w));
      split.push_back(
          g.conj(std::vector<Term>{any_of_warp(sites[i], w), g.disj(others), g.lnot(g.disj(before))}));
    }
    obligations_.require_not(Rule::BarrierDivergent, context_.level(Rule::BarrierDivergent), sites[i].place,
                             "lanes of one warp at two sites", g.disj(split));
    if (!sites[i].blocking || context_.level(Rule::BarrierSplitSite) == spec::Level::Off) continue;
    obligations_.require_not(Rule::BarrierSplitSite, context_.level(Rule::BarrierSplitSite), sites[i].place,
                             "", g.land(ops_.any(sites[i].guard), g.disj(other_blocking)));
  }
}

}  // namespace warpproof::symbolic
