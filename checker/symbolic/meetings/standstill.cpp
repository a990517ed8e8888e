#include "checker/symbolic/meetings/standstill.h"

#include <algorithm>

#include "checker/symbolic/control/code.h"
#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/strands.h"
#include "checker/symbolic/control/thread_sets.h"
#include "checker/symbolic/meetings/warp_meetings.h"
#include "spec/barrier.h"
#include "spec/rendezvous.h"
#include "spec/rules.h"
#include "src/machine/collective.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

namespace {

using spec::Rule;

bool has_count(const Instruction& ins) { return barrier_operands(ins).count >= 0; }

}  // namespace

Standstill::Standstill(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      ops_(parts.context.ops),
      context_(parts.context),
      parked_(parts.strands.parked),
      exited_(parts.thread_sets.exited),
      cut_(parts.thread_sets.cut),
      obligations_(parts.record.obligations),
      code_(parts.code),
      warp_meetings_(parts.warp_meetings) {}

void Standstill::report_stuck() {
  TermDomain d{g};
  const Term moving = ops_.any(cut_);  // threads that were not followed to their end might still help
  const Term still = g.lnot(moving);
  std::vector<Term> warp_stuck;
  const auto lanes = static_cast<std::size_t>(warp_size_);
  for (const auto& [at, self] : parked_) {
    if (self.barrier_id >= 0) continue;
    const auto partners = warp_meetings_.partners_of(at);
    std::vector<Term> op, mask, missing;
    for (int w = 0; w < warps_; ++w) {
      std::vector<spec::Waiting<TermDomain>> waiting(lanes,
                                                     {d.truth(false), d.constant<32>(0), d.truth(false)});
      std::vector<TermPred> exited(lanes);
      for (std::size_t l = 0; l < lanes; ++l)
        exited[l] = {warp_meetings_.gone(w * warp_size_ + static_cast<int>(l))};
      for (const auto& [where, other] : parked_) {
        if (other.barrier_id >= 0) continue;
        const bool compatible = std::find(partners.begin(), partners.end(), where) != partners.end();
        for (std::size_t l = 0; l < lanes; ++l) {
          const int t = w * warp_size_ + static_cast<int>(l);
          if (t >= threads_ || g.is_false(other.strand.guard.at(t))) continue;
          const TermPred here{other.strand.guard.at(t)};
          waiting[l].mask = d.select<32>(here, {other.mask.bits.at(t)}, waiting[l].mask);
          auto& slot = compatible ? waiting[l].here : waiting[l].elsewhere;
          slot = d.lor(slot, here);
        }
      }
      for (std::size_t l = 0; l < lanes; ++l) {
        const int t = w * warp_size_ + static_cast<int>(l);
        if (t >= threads_ || g.is_false(self.strand.guard.at(t))) continue;
        const auto why = spec::why_stuck<TermDomain>(d, l, waiting, exited);
        const Term here = g.land(self.strand.guard.at(t), still);
        op.push_back(g.land(here, why.op_mismatch.t));
        mask.push_back(g.land(here, why.mask_mismatch.t));
        missing.push_back(g.land(here, why.mask_missing.t));
      }
    }
    const auto report = [&](Rule rule, const std::vector<Term>& when) {
      const Term any = g.disj(when);
      obligations_.require_not(rule, context_.level(rule), self.place, "", any);
      warp_stuck.push_back(any);
    };
    report(Rule::OpMismatch, op);
    report(Rule::MaskMismatch, mask);
    report(Rule::MaskMissing, missing);
  }
  report_stuck_mixes();
  report_stuck_barriers(g.land(still, g.lnot(g.disj(warp_stuck))));
}

// Whoever waits at one barrier is of one generation, also of one that never completes.
void Standstill::report_stuck_mixes() {
  for (auto a = parked_.begin(); a != parked_.end(); ++a) {
    for (auto b = std::next(a); b != parked_.end() && a->second.barrier_id >= 0; ++b) {
      if (b->second.barrier_id != a->second.barrier_id) continue;
      if (spec::barrier_ops_may_mix(barrier_op(*a->second.instruction), barrier_op(*b->second.instruction)))
        continue;
      const Term both = g.land(ops_.any(a->second.strand.guard), ops_.any(b->second.strand.guard));
      obligations_.require_not(Rule::BarrierRedMix, context_.level(Rule::BarrierRedMix), a->second.place, "",
                               both);
    }
  }
}

void Standstill::report_stuck_barriers(Term when) {
  for (const auto& [at, self] : parked_) {
    if (self.barrier_id < 0) continue;
    const Instruction& ins = code_.instruction_at(self.strand);
    // Someone of this warp who lives and is not here makes an aligned barrier divergent; without a count
    // anyone does.
    std::vector<Term> divergent;
    for (int w = 0; w < warps_ && ins.mod.aligned; ++w) {
      std::vector<Term> here, away;
      for (int t = w * warp_size_; t < std::min(threads_, (w + 1) * warp_size_); ++t) {
        here.push_back(self.strand.guard.at(t));
        away.push_back(g.land(g.lnot(exited_.at(t)), g.lnot(self.strand.guard.at(t))));
      }
      divergent.push_back(g.land(g.disj(here), g.disj(away)));
    }
    const Term waits = g.land(when, ops_.any(self.strand.guard));
    const Term is_divergent = !ins.mod.aligned ? g.truth(false)
                              : has_count(ins) ? g.disj(divergent)
                                               : g.truth(true);
    obligations_.require_not(Rule::BarrierDivergent, context_.level(Rule::BarrierDivergent), self.place,
                             "others never come", g.land(waits, is_divergent));
    obligations_.require_not(Rule::BarrierUnreached, context_.level(Rule::BarrierUnreached), self.place, "",
                             g.land(waits, g.lnot(is_divergent)));
  }
}

}  // namespace warpproof::symbolic
