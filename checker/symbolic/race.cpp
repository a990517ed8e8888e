#include "checker/symbolic/race.h"

#include <algorithm>
#include <optional>

namespace warpproof::symbolic {

namespace {

// Pairs of accesses whose addresses are compared as terms.
constexpr std::uint64_t kMostComparisons = 40'000;

}  // namespace

RaceDetector::RaceDetector(TermGraph& graph, int threads, int warp_size, Report report, Facts facts,
                           SameWarp same_warp, Excluded excluded)
    : g(graph),
      threads_(threads),
      warp_size_(warp_size),
      warps_((threads + warp_size - 1) / warp_size),
      report_(std::move(report)),
      facts_(std::move(facts)),
      same_warp_(std::move(same_warp)),
      excluded_(std::move(excluded)) {
  const auto lanes = static_cast<std::size_t>(warp_size);
  lane_clock_.assign(static_cast<std::size_t>(warps_), std::vector<std::uint64_t>(lanes * lanes, 0));
  warp_clock_.assign(static_cast<std::size_t>(warps_),
                     std::vector<std::uint64_t>(static_cast<std::size_t>(warps_), 0));
  conditional_.resize(static_cast<std::size_t>(warps_));
  last_collective_.assign(static_cast<std::size_t>(warps_), 0);
  last_meeting_ = last_collective_;
}

RaceDetector::Slot RaceDetector::slot_of(Term offset, int bytes) const {
  if (g.is_const(offset)) return {Group{}, g.value(offset)};
  const auto element = element_at(g, offset);
  if (element && element->scale >= static_cast<std::uint64_t>(bytes)) {
    const auto [common, at] = g.split_constant(element->index);
    return {Group{element->base, element->scale, common.id, element->extension}, at};
  }
  const auto [rest, at] = g.split_constant(offset);
  return {Group{0, 1, rest.id, std::nullopt}, at};
}

bool RaceDetector::surely_ordered(const Access& earlier, const Access& later) const {
  if (earlier.thread == later.thread) return true;
  const int v = later.thread / warp_size_, w = earlier.thread / warp_size_;
  if (v != w) return earlier.time < warp_clock_[static_cast<std::size_t>(v)][static_cast<std::size_t>(w)];
  const auto index =
      static_cast<std::size_t>(later.thread % warp_size_ * warp_size_ + earlier.thread % warp_size_);
  return earlier.time < lane_clock_[static_cast<std::size_t>(v)][index];
}

Term RaceDetector::ordered(const Access& earlier, const Access& later) const {
  if (surely_ordered(earlier, later)) return g.truth(true);
  const int w = earlier.thread / warp_size_;
  Term out = g.truth(false);
  for (const UncertainBarrier& e : uncertain_) {
    if (e.time <= earlier.time) continue;
    Term known = e.waited.at(earlier.thread);
    for (const auto& [time, lanes] : e.released) {
      if (time > earlier.time) known = g.lor(known, lanes.at(earlier.thread));
    }
    out = g.lor(out, g.land(known, e.waited.at(later.thread)));
  }
  if (w != later.thread / warp_size_) return out;
  const auto a = static_cast<std::size_t>(earlier.thread % warp_size_),
             b = static_cast<std::size_t>(later.thread % warp_size_);
  for (const ConditionalBarrier& e : conditional_[static_cast<std::size_t>(w)]) {
    if (e.time <= earlier.time) continue;
    const Term together = g.land(e.fired[a], g.eq(e.mask[a], e.mask[b]));
    const Term left_behind = g.land(e.gone[a], g.bit(e.mask[b], static_cast<int>(a)));
    out = g.lor(out, g.land(e.fired[b], g.lor(together, left_behind)));
  }
  return out;
}

bool RaceDetector::may_conflict(const Access& earlier, const Access& later) const {
  if (earlier.thread == later.thread || !may_race(earlier.kind, later.kind)) return false;
  return within_warps_ || earlier.thread / warp_size_ != later.thread / warp_size_;
}

void RaceDetector::compare(BlockMemory::Key key, const Access& earlier, const Access& later,
                           Term same_address) {
  if (!may_conflict(earlier, later)) return;
  const Term both = g.land(g.land(earlier.guard, later.guard), same_address);
  if (g.is_false(both)) return;
  Term violated = g.land(both, g.lnot(ordered(earlier, later)));
  if (g.is_false(violated)) return;
  if (!g.is_true(same_address)) {
    violated = g.land(violated, facts_({earlier.guard, earlier.offset, earlier.bytes},
                                       {later.guard, later.offset, later.bytes}));
  }
  // Without the values that are stored, which are much harder to compare.
  if (g.is_false(violated) || excluded_(violated)) return;
  const int w = earlier.thread / warp_size_;
  spec::Rule rule = spec::Rule::Race;
  if (earlier.bytes != later.bytes) {
    rule = spec::Rule::RaceMixedSize;
  } else if (w == later.thread / warp_size_) {
    if (earlier.time == later.time) {
      rule = spec::Rule::StoreSameInstruction;
    } else if (key.space == Space::Shared || key.space == Space::Global) {
      rule = last_collective_[static_cast<std::size_t>(w)] > earlier.time
                 ? spec::Rule::MemoryCollectiveAsFence
                 : spec::Rule::MemoryImplicitWarpSync;
    }
  } else if (earlier.time == later.time) {
    // Lanes of one store, if they are of one warp.
    const Term one_store = g.land(violated, same_warp_(earlier.thread, later.thread));
    report_(spec::Rule::StoreSameInstruction, earlier.place, later.place, one_store, false);
    violated = g.land(violated, g.lnot(one_store));
    if (g.is_false(violated)) return;
  }
  // Two stores of one value are told apart: the policy data-race may judge them more mildly.
  const bool stores =
      earlier.kind == AccessKind::Write && later.kind == AccessKind::Write && earlier.bytes == later.bytes;
  const Term equal =
      stores ? g.land(g.eq(earlier.value, later.value), g.lnot(earlier.severe)) : g.truth(false);
  report_(rule, earlier.place, later.place, g.land(violated, g.lnot(equal)), false);
  if (!g.is_false(equal)) report_(rule, earlier.place, later.place, g.land(violated, equal), true);
}

void RaceDetector::insert(BlockMemory::Key key, Cells& cells, std::uint64_t at, const Access& access) {
  std::vector<Access>& list = cells[at];
  for (const Access& earlier : list) compare(key, earlier, access, g.truth(true));
  list.push_back(access);
}

bool RaceDetector::known_to_all(const Access& access) const {
  const auto own = static_cast<std::size_t>(access.thread / warp_size_);
  for (std::size_t v = 0; v < warp_clock_.size(); ++v) {
    if (v != own && access.time >= warp_clock_[v][own]) return false;
  }
  const int lane = access.thread % warp_size_;
  for (int b = 0; b < warp_size_; ++b) {
    if (b != lane && access.time >= lane_clock_[own][static_cast<std::size_t>(b * warp_size_ + lane)])
      return false;
  }
  return true;
}

// An access that is ordered before this one adds nothing once this one, stronger, is on record. Only when all
// lanes of the instruction are: what they do to each other is judged more mildly than what they do to earlier
// accesses. Stores of equal values race more mildly too, so that a store covers what its thread did since it
// last met others only with a note of it.
void RaceDetector::forget_superseded(std::vector<Access>& list, const Access& access) {
  const bool store = access.kind == AccessKind::Write;
  const bool strong = store && g.is_true(access.guard);
  const std::uint64_t meeting = last_meeting_[static_cast<std::size_t>(access.thread / warp_size_)];
  Term severe = access.severe;
  std::erase_if(list, [&](const Access& earlier) {
    if (earlier.time == access.time) return false;
    const bool same = earlier.thread == access.thread && earlier.kind == access.kind &&
                      earlier.guard == access.guard && earlier.bytes == access.bytes;
    const bool covered = strong && earlier.bytes <= access.bytes && surely_ordered(earlier, access);
    if (!covered && !same) return false;
    if (!store) return true;
    const bool stored = earlier.kind == AccessKind::Write && earlier.bytes == access.bytes;
    if (stored && earlier.value == access.value && g.is_false(earlier.severe)) return true;
    if (earlier.thread != access.thread || meeting > earlier.time) return known_to_all(earlier);
    const Term differs =
        stored ? g.lor(earlier.severe, g.lnot(g.eq(earlier.value, access.value))) : g.truth(true);
    severe = g.lor(severe, g.land(earlier.guard, differs));
    return true;
  });
  for (Access& a : list) {
    if (a.time == access.time && a.thread == access.thread) a.severe = severe;
  }
}

void RaceDetector::access(BlockMemory::Key key, AccessKind kind, const Lanes& guard, const Lanes& offset,
                          int bytes, std::uint32_t place, const Lanes* stored) {
  const std::uint64_t time = now();
  Region& region = regions_[key];
  std::vector<std::pair<std::vector<Access>*, Access>> inserted;
  for (int t = 0; t < threads_; ++t) {
    if (g.is_false(guard.at(t))) continue;
    Access a{t,
             kind,
             guard.at(t),
             offset.at(t),
             bytes,
             time,
             place,
             stored != nullptr ? stored->at(t) : Term{},
             g.truth(false)};
    const Slot slot = slot_of(a.offset, bytes);
    Cells& own = region.groups[slot.group];
    const auto width = static_cast<std::uint64_t>(bytes);
    if (slot.group.scale < width) {
      // Numbers of bytes: compared with everything that overlaps it.
      for (std::uint64_t near = slot.at >= 15 ? slot.at - 15 : 0; near < slot.at + width; ++near) {
        const auto it = near == slot.at ? own.end() : own.find(near);
        if (it == own.end()) continue;
        for (const Access& earlier : it->second) {
          if (near + static_cast<std::uint64_t>(earlier.bytes) > slot.at)
            compare(key, earlier, a, g.truth(true));
        }
      }
    }
    insert(key, own, slot.at, a);
    inserted.emplace_back(&own[slot.at], a);
    // Other shapes of address: as terms.
    for (auto& [group, cells] : region.groups) {
      if (group == slot.group) continue;
      for (const auto& [at, list] : cells) {
        for (const Access& earlier : list) {
          if (!may_conflict(earlier, a) || surely_ordered(earlier, a)) continue;
          if (++comparisons_ > kMostComparisons) {
            undecided_ = key.space;
            return;  // what is not forgotten costs time only
          }
          // Overlap: the distance in either direction is below the other's size.
          const Term ahead = g.sub(a.offset, earlier.offset), behind = g.sub(earlier.offset, a.offset);
          const Term overlap = g.lor(g.ult(ahead, g.constant(64, static_cast<std::uint64_t>(earlier.bytes))),
                                     g.ult(behind, g.constant(64, static_cast<std::uint64_t>(bytes))));
          const auto [mine, theirs] = equal_by(g, a.offset, earlier.offset);
          const Term same = earlier.bytes == bytes ? g.eq(mine, theirs) : overlap;  // natural alignment
          compare(key, earlier, a, same);
        }
      }
    }
  }
  for (const auto& [list, own] : inserted) forget_superseded(*list, own);
}

void RaceDetector::warp_barrier(const Lanes& fired, const Lanes& mask, const Lanes& gone) {
  const std::uint64_t time = now();
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
      everyone = g.is_true(g.lor(fired.at(first + l), left_behind));
    }
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
}

void RaceDetector::collective(const Lanes& fired) {
  const std::uint64_t time = now();
  for (int t = 0; t < threads_; ++t) {
    if (!g.is_false(fired.at(t))) last_collective_[static_cast<std::size_t>(t / warp_size_)] = time;
  }
}

void RaceDetector::uncertain_barrier(const Lanes& waited,
                                     std::vector<std::pair<std::uint64_t, Lanes>> released) {
  uncertain_.push_back({now(), waited, std::move(released)});
  last_meeting_.assign(last_meeting_.size(), time_);
}

void RaceDetector::block_barrier(Term happened) {
  last_meeting_.assign(last_meeting_.size(), now());
  if (g.is_true(happened)) {
    regions_.clear();
    uncertain_.clear();
    for (auto& list : conditional_) list.clear();
    return;
  }
  // Accesses so far matter only where the barrier did not take place.
  const Term not_met = g.lnot(happened);
  for (auto& [key, region] : regions_) {
    for (auto& [group, cells] : region.groups) {
      for (auto& [at, list] : cells) {
        for (Access& a : list) a.guard = g.land(a.guard, not_met);
        std::erase_if(list, [&](const Access& a) { return g.is_false(a.guard); });
      }
    }
  }
}

void RaceDetector::named_barrier(const std::vector<bool>& arriving,
                                 const std::vector<std::uint64_t>& arrival_times,
                                 const std::vector<bool>& waiting) {
  const std::uint64_t time = now();
  last_meeting_.assign(last_meeting_.size(), time);
  std::vector<std::uint64_t> known(static_cast<std::size_t>(warps_), 0);
  for (int p = 0; p < warps_; ++p) {
    const auto i = static_cast<std::size_t>(p);
    if (!arriving[i] && !waiting[i]) continue;
    // An arriving warp hands over what it knew; its later knowledge is not included, but clocks only grow
    // slowly here and taking the present one would claim too much, so only its own past counts.
    if (waiting[i]) {
      for (int w = 0; w < warps_; ++w) {
        const auto j = static_cast<std::size_t>(w);
        known[j] = std::max(known[j], warp_clock_[i][j]);
      }
    }
    known[i] = std::max(known[i], waiting[i] ? time : arrival_times[i]);
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

}  // namespace warpproof::symbolic
