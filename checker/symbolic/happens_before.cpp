#include "checker/symbolic/happens_before.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "checker/soundness_switches.h"

namespace warpproof::symbolic {

HappensBefore::HappensBefore(TermGraph& graph, int threads, int warp_size)
    : g(graph), threads_(threads), warp_size_(warp_size), warps_((threads + warp_size - 1) / warp_size) {
  const auto lanes = static_cast<std::size_t>(warp_size);
  lane_clock_.assign(static_cast<std::size_t>(warps_), std::vector<std::uint64_t>(lanes * lanes, 0));
  warp_clock_.assign(static_cast<std::size_t>(warps_),
                     std::vector<std::uint64_t>(static_cast<std::size_t>(warps_), 0));
  conditional_.resize(static_cast<std::size_t>(warps_));
  last_meeting_.assign(static_cast<std::size_t>(warps_), 0);
}

HappensBefore::Moment HappensBefore::moment(int thread) const {
  const auto warp = static_cast<std::size_t>(thread / warp_size_);
  auto& [changes, known] = moments_[warp];
  if (known.lanes == nullptr || changes != changes_) {
    changes = changes_;
    known.lanes = std::make_shared<const std::vector<std::uint64_t>>(lane_clock_[warp]);
    known.warps = std::make_shared<const std::vector<std::uint64_t>>(warp_clock_[warp]);
  }
  known.time = time_;
  return known;
}

bool HappensBefore::surely(const Event& earlier, int thread, const std::vector<std::uint64_t>& lanes,
                           const std::vector<std::uint64_t>& warps) const {
  if (earlier.thread == thread) return true;
  const int w = earlier.thread / warp_size_;
  if (thread / warp_size_ != w) return earlier.time < warps[static_cast<std::size_t>(w)];
  const int at = thread % warp_size_ * warp_size_ + earlier.thread % warp_size_;
  return earlier.time < lanes[static_cast<std::size_t>(at)];
}

bool HappensBefore::surely(const Event& earlier, int thread) const {
  const auto warp = static_cast<std::size_t>(thread / warp_size_);
  return surely(earlier, thread, lane_clock_[warp], warp_clock_[warp]);
}

Term HappensBefore::before(const Event& earlier, int thread) const {
  if (surely(earlier, thread)) return g.truth(true);
  return by_uncertain(earlier, thread, time_);
}

Term HappensBefore::before(const Event& earlier, int thread, const Moment& moment) const {
  if (earlier.thread == thread) return g.truth(earlier.time < moment.time);
  if (surely(earlier, thread, *moment.lanes, *moment.warps)) return g.truth(true);
  return by_uncertain(earlier, thread, moment.time);
}

// Through a barrier up to `until` of which it is not certain who took part.
Term HappensBefore::by_uncertain(const Event& earlier, int thread, std::uint64_t until) const {
  Term out = g.truth(false);
  for (const UncertainBarrier& e : uncertain_) {
    if (e.time <= earlier.time || e.time > until) continue;
    Term known = e.waited.at(earlier.thread);
    for (const auto& [time, lanes] : e.released) {
      if (time > earlier.time) known = g.lor(known, lanes.at(earlier.thread));
    }
    out = g.lor(out,
                is_off(SideCondition::BarrierUncertain) ? g.truth(true) : g.land(known, e.waited.at(thread)));
  }
  const int w = earlier.thread / warp_size_;
  if (w != thread / warp_size_) return out;
  const auto a = static_cast<std::size_t>(earlier.thread % warp_size_),
             b = static_cast<std::size_t>(thread % warp_size_);
  for (const ConditionalBarrier& e : conditional_[static_cast<std::size_t>(w)]) {
    if (e.time <= earlier.time || e.time > until) continue;
    const Term together = g.land(e.fired[a], g.eq(e.mask[a], e.mask[b]));
    const Term left_behind = g.land(e.gone[a], g.bit(e.mask[b], static_cast<int>(a)));
    out = g.lor(out, g.land(e.fired[b], g.lor(together, left_behind)));
  }
  return out;
}

bool HappensBefore::known_to_all(const Event& event) const {
  const auto own = static_cast<std::size_t>(event.thread / warp_size_);
  for (std::size_t v = 0; v < warp_clock_.size(); ++v) {
    if (v != own && event.time >= warp_clock_[v][own]) return false;
  }
  const int lane = event.thread % warp_size_;
  for (int b = 0; b < warp_size_; ++b) {
    if (b != lane && event.time >= lane_clock_[own][static_cast<std::size_t>(b * warp_size_ + lane)])
      return false;
  }
  return true;
}

bool HappensBefore::warp_barrier(const Lanes& fired, const Lanes& mask, const Lanes& gone) {
  const std::uint64_t time = now();
  bool all = warps_ == 1;
  ++changes_;
  for (int w = 0; w < warps_; ++w) {
    const int first = w * warp_size_;
    const int count = std::min(warp_size_, threads_ - first);
    bool any = false, everyone = true, known = true;
    std::optional<Term> shared;  // the mask of those that may fire
    for (int l = 0; l < count; ++l) {
      const Term f = fired.at(first + l), m = mask.at(first + l);
      any = any || !g.is_false(f);
      known = known && g.is_const(f) && g.is_const(gone.at(first + l)) && (g.is_false(f) || g.is_const(m));
      if (!g.is_false(f) && !shared) shared = m;
      everyone = everyone && (g.is_false(f) || m == *shared);
    }
    if (!any) continue;
    last_meeting_[static_cast<std::size_t>(w)] = time;
    for (int l = 0; l < count && everyone; ++l) {
      const Term left_behind = g.land(gone.at(first + l), g.bit(*shared, l));
      everyone =
          holds_or_off(SideCondition::WarpBarrierAll, g.is_true(g.lor(fired.at(first + l), left_behind)));
    }
    all = all && everyone;
    auto& clock = lane_clock_[static_cast<std::size_t>(w)];
    const auto at = [&](int b, int a) -> std::uint64_t& {
      return clock[static_cast<std::size_t>(b * warp_size_ + a)];
    };
    if (everyone) {
      std::fill(clock.begin(), clock.end(), time);
      conditional_[static_cast<std::size_t>(w)].clear();
      continue;
    }
    if (known) {
      const auto before = clock;
      for (int b = 0; b < count; ++b) {
        if (g.is_false(fired.at(first + b))) continue;
        for (int s = 0; s < count; ++s) {
          const bool together = g.is_true(fired.at(first + s)) && mask.at(first + s) == mask.at(first + b);
          const bool left_behind = g.is_true(g.land(gone.at(first + s), g.bit(mask.at(first + b), s)));
          if (!together && !left_behind) continue;
          for (int a = 0; a < count; ++a)
            at(b, a) = std::max(at(b, a), before[static_cast<std::size_t>(s * warp_size_ + a)]);
          at(b, s) = time;
        }
      }
      continue;
    }
    ConditionalBarrier e{time, {}, {}, {}};
    for (int l = 0; l < warp_size_; ++l) {
      e.gone.push_back(l < count ? gone.at(first + l) : g.truth(false));
      e.fired.push_back(l < count ? fired.at(first + l) : g.truth(false));
      e.mask.push_back(l < count ? mask.at(first + l) : g.constant(32, 0));
    }
    conditional_[static_cast<std::size_t>(w)].push_back(std::move(e));
  }
  return all;
}

void HappensBefore::uncertain_barrier(const Lanes& waited,
                                      std::vector<std::pair<std::uint64_t, Lanes>> released) {
  uncertain_.push_back({now(), waited, std::move(released)});
  last_meeting_.assign(last_meeting_.size(), time_);
}

std::uint64_t HappensBefore::arrival() {
  constexpr std::size_t kKept = 1024;  // of older arrivals only the time counts
  const std::uint64_t time = now();
  at_arrival_.emplace(time, warp_clock_);
  if (at_arrival_.size() > kKept) at_arrival_.erase(at_arrival_.begin());
  return time;
}

void HappensBefore::named_barrier(const std::vector<bool>& arriving,
                                  const std::vector<std::uint64_t>& arrival_times,
                                  const std::vector<bool>& waiting) {
  const std::uint64_t time = now();
  ++changes_;
  last_meeting_.assign(last_meeting_.size(), time);
  std::vector<std::uint64_t> known(static_cast<std::size_t>(warps_), 0);
  for (int p = 0; p < warps_; ++p) {
    const auto i = static_cast<std::size_t>(p);
    if (!arriving[i] && !waiting[i]) continue;
    // An arriving warp hands over what it knew then, not what it has learnt since.
    const bool all = waiting[i] || is_off(SideCondition::ArrivalKnows);
    const auto then = all ? at_arrival_.end() : at_arrival_.find(arrival_times[i]);
    if (all || then != at_arrival_.end()) {
      const Clocks& clocks = all ? warp_clock_ : then->second;
      for (std::size_t j = 0; j < known.size(); ++j) known[j] = std::max(known[j], clocks[i][j]);
    }
    known[i] = std::max(known[i], all ? time : arrival_times[i]);
  }
  for (int v = 0; v < warps_; ++v) {
    const auto i = static_cast<std::size_t>(v);
    if (!waiting[i]) continue;
    for (int w = 0; w < warps_; ++w) {
      const auto j = static_cast<std::size_t>(w);
      if (w != v) warp_clock_[i][j] = std::max(warp_clock_[i][j], known[j]);
    }
    std::fill(lane_clock_[i].begin(), lane_clock_[i].end(), time);
  }
}

void HappensBefore::everyone_met() {
  meet_all();
  uncertain_.clear();
  for (auto& list : conditional_) list.clear();
}

}  // namespace warpproof::symbolic
