#include "checker/symbolic/meetings/warp_meetings.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/control_flow.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/scalar_instructions.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/copy_groups.h"
#include "checker/symbolic/loops/induction.h"
#include "checker/symbolic/meetings/block_barriers.h"
#include "checker/symbolic/meetings/collective_results.h"
#include "checker/symbolic/meetings/exited_lanes.h"
#include "checker/symbolic/memory/order_recorder.h"
#include "checker/symbolic/race.h"
#include "checker/symbolic/shared_words.h"
#include "spec/activemask.h"
#include "spec/rendezvous.h"
#include "spec/rules.h"
#include "src/machine/collective.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;

}  // namespace

WarpMeetings::WarpMeetings(const Parts& parts)
    : program_(parts.code.program()),
      g(parts.context.graph),
      options_(parts.context.options),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      parked_(parts.strands.parked),
      present_(parts.thread_sets.present),
      exited_(parts.thread_sets.exited),
      shared_words_(parts.shared_words),
      races_(parts.races),
      copy_groups_(parts.copy_groups),
      obligations_(parts.record.obligations),
      inputs_(parts.record.inputs),
      code_(parts.code),
      record_(parts.record),
      thread_sets_(parts.thread_sets),
      strands_(parts.strands),
      scalar_instructions_(parts.scalar_instructions),
      control_flow_(parts.control_flow),
      order_recorder_(parts.order_recorder),
      induction_(parts.induction),
      collective_results_(parts.collective_results),
      exited_lanes_(parts.exited_lanes),
      block_barriers_(parts.block_barriers),
      operands_(parts) {}

void WarpMeetings::arrive(Strand s, const Instruction& ins) {
  if (ins.op == Opcode::Barrier) return block_barriers_.barrier_arrive(std::move(s), ins);
  if (options_.shape.follow == Shape::Follow::TwoThreads)
    return thread_sets_.give_up(s, "a warp operation, of which two threads are followed", ins.place);
  induction_.note_loop_collective(s);
  std::string why;
  if (!collective_supported(ins, &why))
    return thread_sets_.give_up(s, "unsupported instruction '" + why + "'", ins.place);
  if (needs_later_target(ins, options_.target)) {
    obligations_.require_not(Rule::TargetIsa, context_.level(Rule::TargetIsa), ins.place, operation_name(ins),
                             ops_.any(s.guard));
  }
  if (ins.op == Opcode::Activemask) return execute_activemask(std::move(s), ins);
  if (is_legacy_collective(ins)) return execute_legacy(std::move(s), ins);
  warp_arrive(std::move(s), ins);
}

void WarpMeetings::warp_arrive(Strand s, const Instruction& ins) {
  const Position at = code_.position_of(s);
  Parked p;
  p.strand = std::move(s);
  operands_.read(p, ins);
  operands_.judge(p, ins);

  // mask.self is judged at once: the lane does not take part, and what it gets is undefined.
  std::vector<Term> named(static_cast<std::size_t>(threads_));
  for (int t = 0; t < threads_; ++t) named[t] = g.bit(p.mask.bits.at(t), t % warp_size_);
  const Lanes in_mask = Lanes::each(std::move(named));
  const Lanes outside = ops_.land(p.strand.guard, ops_.lnot(in_mask));
  obligations_.require_not(Rule::MaskSelf, context_.level(Rule::MaskSelf), ins.place, "", ops_.any(outside));
  if (!ops_.all_false(outside)) {
    Strand stray = p.strand;
    stray.guard = outside;
    write_undefined(stray, ins, record_.event(Rule::MaskSelf, ins.place));
    control_flow_.go_to(std::move(stray), next_block(p.strand));
    p.strand.guard = ops_.land(p.strand.guard, in_mask);
    if (ops_.all_false(p.strand.guard)) return;
  }
  park(at, std::move(p), ins);
  if (spec::judges_at_instruction(options_.target)) return fire_in_lockstep(at, ins);
  try_fire(at, false);
}

void WarpMeetings::park(const Position& at, Parked p, const Instruction& ins) {
  const auto it = parked_.find(at);
  if (it == parked_.end()) {
    parked_.emplace(at, std::move(p));
    return;
  }
  // More lanes come to where others wait already: one strand, operands read again from the merged registers.
  strands_.merge_into(it->second.strand, p.strand);
  if (ins.op == Opcode::Barrier) {
    block_barriers_.read_barrier_operands(it->second, ins);
  } else {
    operands_.read(it->second, ins);
  }
}

std::uint32_t WarpMeetings::next_block(const Strand& s) const {
  return program_.functions[s.top().function].blocks[s.top().block].successors.front();
}

// What a lane gets that must not have been there: 0, undefined.
void WarpMeetings::write_undefined(Strand& s, const Instruction& ins, int cause) {
  for (const Operand& d : ins.destinations) {
    if (d.kind != Operand::Kind::Register) continue;
    const int width = bits_of(program_.functions[s.top().function].registers[d.index].type);
    scalar_instructions_.write(s, ins, d,
                               Value{ops_.constant(width, 0), ops_.yes(), single_origin(cause), width});
  }
}

// Compatible parked strands of a warp collective: same operation, and the same point where the policy asks
// for it.
std::vector<Position> WarpMeetings::partners_of(const Position& at) const {
  std::vector<Position> out;
  const Parked& self = parked_.at(at);
  if (is_aligned_collective(self.instruction->op)) return {at};
  const bool same_point = options_.policies.program_point == spec::ProgramPoint::SamePoint;
  for (const auto& [position, other] : parked_) {
    if (other.barrier_id >= 0 || !same_operation(*other.instruction, *self.instruction)) continue;
    if (same_point && other.place != self.place) continue;
    out.push_back(position);
  }
  return out;
}

// Lanes that exited, and, unless the policy says otherwise, those that never existed.
Term WarpMeetings::gone(int thread) {
  const bool absent_are_gone = options_.policies.absent_lanes == spec::AbsentLanes::Exited;
  if (thread >= threads_) return g.truth(absent_are_gone);
  return absent_are_gone ? exited_.at(thread) : g.land(exited_.at(thread), present_.at(thread));
}

// For each partner, its lanes that may fire now.
std::map<Position, Lanes> WarpMeetings::may_fire(const std::vector<Position>& partners) {
  TermDomain d{g};
  std::map<Position, std::vector<Term>> fires;
  for (const Position& p : partners) fires[p].assign(static_cast<std::size_t>(threads_), g.truth(false));
  const auto lanes = static_cast<std::size_t>(warp_size_);
  for (int w = 0; w < warps_; ++w) {
    std::vector<spec::Waiting<TermDomain>> waiting(lanes);
    std::vector<TermPred> exited(lanes, d.truth(true));
    bool anyone = false;
    for (std::size_t l = 0; l < lanes; ++l) {
      const int t = w * warp_size_ + static_cast<int>(l);
      waiting[l].here = d.truth(false);
      waiting[l].elsewhere = d.truth(false);
      waiting[l].mask = d.constant<32>(0);
      exited[l] = {gone(t)};
      if (t >= threads_) continue;
      for (const Position& p : partners) {
        const Parked& parked = parked_.at(p);
        const Term here = parked.strand.guard.at(t);
        if (g.is_false(here)) continue;
        waiting[l].mask = g.is_false(waiting[l].here.t)
                              ? TermWord<32>{parked.mask.bits.at(t)}
                              : d.select<32>({here}, {parked.mask.bits.at(t)}, waiting[l].mask);
        waiting[l].here = {g.lor(waiting[l].here.t, here)};
        anyone = true;
      }
    }
    if (!anyone) continue;
    // Lanes with one mask have one answer.
    std::map<std::uint32_t, Term> answer_for_mask;
    for (std::size_t l = 0; l < lanes; ++l) {
      const int t = w * warp_size_ + static_cast<int>(l);
      if (t >= threads_ || g.is_false(waiting[l].here.t)) continue;
      Term answer;
      const auto known = answer_for_mask.find(waiting[l].mask.t.id);
      if (known != answer_for_mask.end()) {
        answer = known->second;
      } else {
        // Asked for the lane as if it were here, so that the answer serves every lane of that mask.
        auto self = waiting[l].here;
        waiting[l].here = d.truth(true);
        answer = spec::may_fire<TermDomain>(d, l, waiting, exited).t;
        waiting[l].here = self;
        answer = g.land(answer, g.truth(true));
        // The lane itself was skipped; another lane of the mask needs it here.
        const Term mine =
            g.lor(g.lor(exited[l].t, self.t), g.lnot(g.bit(waiting[l].mask.t, static_cast<int>(l))));
        answer = g.land(answer, mine);
        answer_for_mask.emplace(waiting[l].mask.t.id, answer);
      }
      for (const Position& p : partners) {
        const Term here = parked_.at(p).strand.guard.at(t);
        if (!g.is_false(here)) fires[p][t] = g.land(here, answer);
      }
    }
  }
  std::map<Position, Lanes> out;
  for (auto& [p, terms] : fires) out.emplace(p, Lanes::each(std::move(terms)));
  return out;
}

// Fires what can. On arrival only a complete firing counts (other lanes may still be on their way); at a
// standstill the part that can fire goes on and the rest stays.
bool WarpMeetings::try_fire(const Position& at, bool standstill) {
  const auto partners = partners_of(at);
  auto fires = may_fire(partners);
  std::vector<Term> held, going;
  for (const auto& [p, lanes] : fires) {
    const Lanes& guard = parked_.at(p).strand.guard;
    held.push_back(ops_.any(ops_.land(guard, ops_.lnot(lanes))));
    going.push_back(ops_.any(lanes));
  }
  const Term some_held = g.disj(held), some_go = g.disj(going);
  if (g.is_false(some_go)) return false;
  bool complete = g.is_false(some_held);
  if (complete) {
    obligations_.count_folded();
  } else {
    complete = context_.infeasible(some_held);
  }
  if (!complete && !standstill) return false;
  if (!complete && !g.is_true(some_go) && context_.infeasible(some_go)) return false;
  if (complete) {
    for (auto& [p, lanes] : fires) lanes = parked_.at(p).strand.guard;
  }
  fire(fires);
  return true;
}

// Up to sm_6x a warp runs in lockstep: the lanes at the instruction are all that will ever be there.
void WarpMeetings::fire_in_lockstep(const Position& at, const Instruction& ins) {
  TermDomain d{g};
  const Parked& self = parked_.at(at);
  const auto lanes = static_cast<std::size_t>(warp_size_);
  std::vector<Term> missing, mismatch, converge;
  for (int w = 0; w < warps_; ++w) {
    std::vector<spec::Waiting<TermDomain>> waiting(lanes,
                                                   {d.truth(false), d.constant<32>(0), d.truth(false)});
    std::vector<TermPred> exited(lanes);
    for (std::size_t l = 0; l < lanes; ++l) {
      const int t = w * warp_size_ + static_cast<int>(l);
      exited[l] = {gone(t)};
      if (t < threads_) waiting[l] = {{self.strand.guard.at(t)}, {self.mask.bits.at(t)}, d.truth(false)};
    }
    for (std::size_t l = 0; l < lanes; ++l) {
      if (g.is_false(waiting[l].here.t)) continue;
      const auto verdict = spec::judge_pre70<TermDomain>(d, l, waiting, exited);
      missing.push_back(verdict.mask_missing.t);
      mismatch.push_back(verdict.mask_mismatch.t);
      // A lane of the mask that is somewhere else is not converged with these.
      converge.push_back(g.lor(verdict.mask_missing.t, verdict.converge.t));
    }
  }
  obligations_.require_not(Rule::MaskMissing, context_.level(Rule::MaskMissing), ins.place, "",
                           g.disj(missing));
  obligations_.require_not(Rule::MaskMismatch, context_.level(Rule::MaskMismatch), ins.place, "",
                           g.disj(mismatch));
  obligations_.require_not(Rule::ConvergePre70, context_.level(Rule::ConvergePre70), ins.place, "",
                           g.disj(converge));
  fire({{at, self.strand.guard}});
}

// Moves the firing lanes of all partners past the collective, with the values they exchanged.
void WarpMeetings::fire(const std::map<Position, Lanes>& who) {
  std::vector<Parked> partners;
  std::vector<Lanes> firing;
  for (const auto& [p, lanes] : who) {
    if (ops_.all_false(lanes)) continue;
    partners.push_back(parked_.at(p));
    firing.push_back(lanes);
    Parked& rest = parked_.at(p);
    rest.strand.guard = ops_.land(rest.strand.guard, ops_.lnot(lanes));
    if (lanes.same(partners.back().strand.guard) || ops_.all_false(rest.strand.guard)) parked_.erase(p);
  }
  if (partners.empty()) return;
  induction_.judge_loops_of(partners);
  note_point_mismatch(partners, firing);
  if (is_aligned_collective(partners.front().instruction->op))
    judge_whole_warps(firing.front(), partners.front());
  for (std::size_t i = 0; i < partners.size(); ++i) exited_lanes_.note_exited_lanes(partners[i], firing[i]);
  const Exchange exchange = collective_results_.collect(partners, firing);
  order_recorder_.trace_meeting(exchange.arrived, exchange.mask, *partners.front().instruction);
  if (partners.front().instruction->op == Opcode::BarWarpSync) {
    const bool all = races_.order().warp_barrier(exchange.arrived, exchange.mask, exited_);
    if (all && options_.shape.follow == Shape::Follow::Everyone && !copy_groups_.used()) {
      block_barriers_.note_meeting_of_all();  // a block of one warp
      shared_words_.end(g.truth(true));
    }
  } else {
    races_.collective(exchange.arrived);
  }
  for (std::size_t i = 0; i < partners.size(); ++i) {
    Strand s = std::move(partners[i].strand);
    const Instruction& ins = code_.instruction_at(s);
    s.guard = firing[i];
    collective_results_.finish_collective(s, ins, partners[i], exchange);
    const std::uint32_t next = next_block(s);
    control_flow_.go_to(std::move(s), next);
  }
}

// warp.divergent: lanes fire together of which others of the warp are gone.
void WarpMeetings::judge_whole_warps(const Lanes& firing, const Parked& parked) {
  std::vector<Term> divergent;
  for (int w = 0; w < warps_; ++w) {
    std::vector<Term> here, away;
    for (int t = w * warp_size_; t < (w + 1) * warp_size_; ++t) {
      if (t < threads_) here.push_back(firing.at(t));
      away.push_back(gone(t));
    }
    divergent.push_back(g.land(g.disj(here), g.disj(away)));
  }
  obligations_.require_not(Rule::WarpDivergent, context_.level(Rule::WarpDivergent), parked.place, "",
                           g.disj(divergent));
}

// point.mismatch: one mask, lanes that meet from different program points.
void WarpMeetings::note_point_mismatch(const std::vector<Parked>& partners,
                                       const std::vector<Lanes>& firing) {
  for (std::size_t i = 0; i < partners.size(); ++i) {
    for (std::size_t j = i + 1; j < partners.size(); ++j) {
      if (partners[i].place == partners[j].place) continue;
      // Whoever fires fires with all lanes of its mask: two lanes meet where one names the other.
      std::vector<Term> met;
      for (int w = 0; w < warps_; ++w) {
        const int first = w * warp_size_, end = std::min(threads_, first + warp_size_);
        for (int t = first; t < end; ++t) {
          if (g.is_false(firing[i].at(t))) continue;
          std::vector<Term> named;
          for (int u = first; u < end; ++u) {
            if (u != t)
              named.push_back(g.land(firing[j].at(u), g.bit(partners[i].mask.bits.at(t), u - first)));
          }
          met.push_back(g.land(firing[i].at(t), g.disj(named)));
        }
      }
      obligations_.require_not(Rule::PointMismatch, context_.level(Rule::PointMismatch), partners[i].place,
                               "", g.disj(met));
    }
  }
}

// activemask: an arbitrary partition of the lanes that are here (spec/activemask.h).
void WarpMeetings::execute_activemask(Strand s, const Instruction& ins) {
  TermDomain d{g};
  const auto lanes = static_cast<std::size_t>(warp_size_);
  const bool everyone = options_.policies.activemask == spec::Activemask::AllAtPoint ||
                        spec::judges_at_instruction(options_.target);
  std::vector<Term> out(static_cast<std::size_t>(threads_), g.constant(32, 0));
  for (int w = 0; w < warps_; ++w) {
    std::vector<spec::ActiveLane<TermDomain>> here(lanes, {d.truth(false), d.constant<5>(0)});
    for (std::size_t l = 0; l < lanes; ++l) {
      const int t = w * warp_size_ + static_cast<int>(l);
      if (t >= threads_ || g.is_false(s.guard.at(t))) continue;
      here[l].present = {s.guard.at(t)};
      if (everyone) continue;
      const Term group = g.var(5, "group[" + std::to_string(t) + "]");
      inputs_.push_back(
          Input{Input::Kind::Group, group, activemask_visits_, 0, t, s.guard.at(t), ins.place, std::nullopt});
      operands_.note_group(group);
      here[l].group = {group};
    }
    for (std::size_t l = 0; l < lanes; ++l) {
      const int t = w * warp_size_ + static_cast<int>(l);
      if (t < threads_ && !g.is_false(s.guard.at(t))) out[t] = spec::activemask<TermDomain>(d, l, here).t;
    }
  }
  ++activemask_visits_;
  if (!ins.destinations.empty())
    scalar_instructions_.write(s, ins, ins.destinations[0], ops_.defined(Lanes::each(std::move(out)), 32));
  const std::uint32_t next = next_block(s);
  control_flow_.go_to(std::move(s), next);
}

// shfl and vote without .sync: at once, with the lanes that are at this point.
void WarpMeetings::execute_legacy(Strand s, const Instruction& ins) {
  obligations_.require_not(Rule::ShflLegacy, context_.level(Rule::ShflLegacy), ins.place, "",
                           ops_.any(s.guard));
  Parked p;
  p.strand = s;
  operands_.read(p, ins);
  std::vector<Term> masks(static_cast<std::size_t>(threads_));
  const std::uint64_t full = warp_size_ >= 32 ? 0xffffffffu : (1u << warp_size_) - 1;
  for (Term& t : masks) t = g.constant(32, full);
  p.mask = ops_.defined(Lanes::each(std::move(masks)), 32);
  operands_.judge(p, ins);
  const Exchange exchange = collective_results_.collect({p}, {s.guard});
  order_recorder_.trace_meeting(exchange.arrived, exchange.mask, ins);
  collective_results_.finish_collective(s, ins, p, exchange);
  const std::uint32_t next = next_block(s);
  control_flow_.go_to(std::move(s), next);
}

}  // namespace warpproof::symbolic
