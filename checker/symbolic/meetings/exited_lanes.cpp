#include "checker/symbolic/meetings/exited_lanes.h"

#include <algorithm>
#include <map>
#include <span>

#include "checker/symbolic/control/record.h"
#include "checker/symbolic/control/thread_sets.h"
#include "spec/barrier.h"
#include "spec/rendezvous.h"
#include "spec/rules.h"
#include "src/machine/term_domain.h"

namespace warpproof::symbolic {

using spec::Rule;

ExitedLanes::ExitedLanes(const Parts& parts)
    : g(parts.context.graph),
      threads_(parts.context.threads()),
      warp_size_(parts.context.warp_size()),
      warps_(parts.context.warps()),
      context_(parts.context),
      present_(parts.thread_sets.present),
      exited_(parts.thread_sets.exited),
      obligations_(parts.record.obligations) {}

// Of threads of the block: those that no thread fills did not leave.
Term ExitedLanes::has_left(int thread) {
  if (thread >= threads_) return g.truth(false);
  return g.land(exited_.at(thread), present_.at(thread));
}

void ExitedLanes::note_exited_lanes(const Parked& parked, const Lanes& firing) {
  if (context_.level(Rule::MaskExited) == spec::Level::Off) return;
  TermDomain d{g};
  std::vector<Term> violated;
  for (int w = 0; w < warps_; ++w) {
    std::vector<TermPred> left;
    bool any = false;
    for (int t = w * warp_size_; t < (w + 1) * warp_size_; ++t) {
      left.push_back({has_left(t)});
      any = any || !g.is_false(left.back().t);
    }
    if (!any) continue;
    std::map<std::uint32_t, Term> fires;  // by mask, whether some lane with it does
    for (int t = w * warp_size_; t < std::min((w + 1) * warp_size_, threads_); ++t) {
      if (g.is_false(firing.at(t))) continue;
      const auto [it, fresh] = fires.try_emplace(parked.mask.bits.at(t).id, firing.at(t));
      if (!fresh) it->second = g.lor(it->second, firing.at(t));
    }
    for (const auto& [mask, when] : fires)
      violated.push_back(spec::fires_without_exited<TermDomain>(d, {when}, {Term{mask}}, left).t);
  }
  obligations_.require_not(Rule::MaskExited, context_.level(Rule::MaskExited), parked.place, "",
                           g.disj(violated));
}

void ExitedLanes::note_exited_threads(const Lanes& arrived, Term when, std::uint32_t place) {
  if (context_.level(Rule::BarrierExited) == spec::Level::Off) return;
  TermDomain d{g};
  std::vector<spec::BarrierThread<TermDomain>> threads;
  for (int t = 0; t < threads_; ++t)
    threads.push_back({{arrived.at(t)}, {g.land(has_left(t), g.lnot(arrived.at(t)))}});
  const Term missed = spec::completes_without_exited<TermDomain>(d, threads).t;
  obligations_.require_not(Rule::BarrierExited, context_.level(Rule::BarrierExited), place, "",
                           g.land(when, missed));
}

}  // namespace warpproof::symbolic
