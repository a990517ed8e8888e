// What completes only because threads have exited (spec rules mask.exited, barrier.exited).
#include <map>
#include <span>

#include "checker/symbolic/executor.h"
#include "spec/rendezvous.h"

namespace warpproof::symbolic {

using spec::Rule;

// Of threads of the block: those that no thread fills did not leave.
Term Executor::has_left(int thread) {
  if (thread >= threads_) return g.truth(false);
  return g.land(exited_.at(thread), present_.at(thread));
}

void Executor::note_exited_lanes(const Parked& parked, const Lanes& firing) {
  if (level(Rule::MaskExited) == spec::Level::Off) return;
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
  obligations_.require_not(Rule::MaskExited, level(Rule::MaskExited), parked.place, "", g.disj(violated));
}

void Executor::note_exited_threads(const Lanes& arrived, Term when, std::uint32_t place) {
  if (level(Rule::BarrierExited) == spec::Level::Off) return;
  TermDomain d{g};
  std::vector<spec::BarrierThread<TermDomain>> threads;
  for (int t = 0; t < threads_; ++t)
    threads.push_back({{arrived.at(t)}, {g.land(has_left(t), g.lnot(arrived.at(t)))}});
  const Term missed = spec::completes_without_exited<TermDomain>(d, threads).t;
  obligations_.require_not(Rule::BarrierExited, level(Rule::BarrierExited), place, "", g.land(when, missed));
}

}  // namespace warpproof::symbolic
