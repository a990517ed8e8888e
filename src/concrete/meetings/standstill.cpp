#include "src/concrete/meetings/standstill.h"

#include <algorithm>
#include <bit>

#include "spec/rendezvous.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/meetings/block_barriers.h"
#include "src/concrete/meetings/collectives.h"
#include "src/concrete/wait_for.h"
#include "src/machine/collective.h"
#include "src/machine/name_in_source.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

namespace {

using Domain = ScalarDomain;

}  // namespace

Standstill::Standstill(const Parts& parts)
    : setup_(parts.context.setup),
      launch_(parts.context.launch),
      positions_(parts.code.positions),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      result_(parts.record.result),
      traced_barrier_(parts.record.traced_barrier),
      barriers_(parts.block_barriers.barriers),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      collectives_(parts.collectives) {}

// "lanes 16-31 (waiting at barrier.sync.aligned)": what lanes of a warp are doing instead.
std::string Standstill::describe_lanes(const Warp& warp, LaneMask lanes) const {
  std::string text;
  const auto append = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  LaneMask rest = lanes & warp.waiting;
  while (rest != 0) {
    const PositionId position = warp.waits[std::countr_zero(rest)].position;
    LaneMask together = 0;
    for_each_lane(rest, [&](int lane) {
      if (warp.waits[lane].position == position) together |= 1u << lane;
    });
    rest &= ~together;
    append(lanes_text(together) + " (waiting at " +
           name_in_source(code_.instruction_at(position), launch_.cuda_source) + ")");
  }
  if (const LaneMask halted = lanes & warp.halted; halted != 0) append(lanes_text(halted) + " (stopped)");
  if (const LaneMask exited = lanes & warp.exited; exited != 0) append(lanes_text(exited) + " (exited)");
  if (const LaneMask spinning = lanes & warp.spinning; spinning != 0)
    append(lanes_text(spinning) + (std::popcount(spinning) == 1 ? " (stays" : " (stay") +
           " in an endless loop, for a value that a waiting lane would store)");
  const LaneMask others = lanes & warp.exists & ~warp.waiting & ~warp.halted & ~warp.exited & ~warp.spinning;
  if (others != 0) append(lanes_text(others));
  if (const LaneMask absent = lanes & ~warp.exists; absent != 0)
    append(lanes_text(absent) + " (not launched)");
  return text;
}

// By warp, the waiting lanes that wait, directly or through others, for a lane that stopped (trap, a failed
// assertion, an illegal barrier). What they would have met is unknown, so they are not reported.
std::vector<LaneMask> Standstill::held_by_halted() const {
  std::vector<LaneMask> held(warps_.size(), 0);
  bool changed = true;
  while (changed) {
    changed = false;
    bool block_held = false;
    for (std::uint32_t w = 0; w < warps_.size(); ++w) block_held |= (warps_[w].halted | held[w]) != 0;
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      const Warp& warp = warps_[w];
      for_each_lane(warp.waiting & ~held[w], [&](int lane) {
        const Wait& wait = warp.waits[lane];
        const bool waits_for_held = wait.at_barrier ? block_held : (wait.mask & (warp.halted | held[w])) != 0;
        if (!waits_for_held) return;
        held[w] |= 1u << lane;
        changed = true;
      });
    }
  }
  return held;
}

void Standstill::standstill() {
  bool waiting = false;
  for (const Warp& warp : warps_) waiting |= warp.waiting != 0;
  if (!waiting) return;
  const std::vector<LaneMask> held = held_by_halted();
  bool explained = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) explained |= (warps_[w].waiting & ~held[w]) != 0;
  if (!explained) return;
  result_.outcome = RunResult::Outcome::Standstill;
  find_stuck();
  bool blamed = false;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    const Warp& warp = warps_[w];
    if (warp.waiting == 0) continue;
    record_.trace({TraceStep::Kind::Standstill,
           code_.instruction_of(warp.waits[std::countr_zero(warp.waiting)]).place,
           0,
           0,
           w,
           LaneSet{warp.waiting},
           0,
           {},
           {},
           describe_lanes(warp, warp.waiting)});
    blamed |= explain_collective(w, held[w]);
  }
  for (std::uint32_t id = 0; id < barriers_.size() && !blamed; ++id) {
    if (!barriers_[id].active) continue;
    traced_barrier_ = id;
    explain_barrier(id, held);
    traced_barrier_.reset();
  }
}

// The graph of who waits for whom, in groups of lanes that wait alike, and a cycle in it. Lanes that will
// never come (they exited, or stopped) make a group of their own at the end of a chain.
void Standstill::find_stuck() {
  struct Node {
    StuckGroup group;
    const Wait* wait = nullptr;  // null: lanes that are gone
  };
  std::vector<Node> nodes;
  std::vector<std::array<int, kLanes>> node_of(warps_.size());
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    const Warp& warp = warps_[w];
    node_of[w].fill(-1);
    const auto add = [&](LaneMask lanes, const Wait* wait, std::uint32_t place, std::string at) {
      for_each_lane(lanes, [&](int lane) { node_of[w][lane] = static_cast<int>(nodes.size()); });
      nodes.push_back({{place, 0, w, LaneSet{lanes}, std::move(at)}, wait});
    };
    for (LaneMask rest = warp.waiting; rest != 0;) {
      const Wait& first = warp.waits[std::countr_zero(rest)];
      LaneMask together = 0;
      for_each_lane(rest, [&](int lane) {
        const Wait& other = warp.waits[lane];
        const bool alike = other.position == first.position && other.mask == first.mask &&
                           other.at_barrier == first.at_barrier && other.barrier == first.barrier;
        if (alike) together |= 1u << lane;
      });
      rest &= ~together;
      const Instruction& in = code_.instruction_of(first);
      add(together, &first, in.place,
          name_in_source(in, launch_.cuda_source) +
              (first.at_barrier ? " " + std::to_string(first.barrier) : ", mask " + hex_mask(first.mask)));
    }
    const std::uint32_t end = setup_.program.functions[setup_.root].place;
    if (warp.exited != 0) add(warp.exited, nullptr, end, "has exited");
    if (warp.halted != 0) add(warp.halted, nullptr, end, "has stopped");
    if (warp.spinning != 0)
      add(warp.spinning, nullptr, *result_.spins_at, "stays in a loop, for a value that a waiting lane would store");
  }
  std::vector<std::pair<int, int>> edges;
  const auto connect = [&](int from, std::uint32_t w, LaneMask lanes) {
    for_each_lane(lanes, [&](int lane) {
      if (node_of[w][lane] >= 0 && node_of[w][lane] != from) edges.emplace_back(from, node_of[w][lane]);
    });
  };
  for (int n = 0; n < static_cast<int>(nodes.size()); ++n) {
    const Wait* self = nodes[n].wait;
    if (self == nullptr) continue;
    const std::uint32_t own = nodes[n].group.warp;
    if (!self->at_barrier) {
      LaneMask needed = self->mask & ~threads_.excused(warps_[own]);
      for_each_lane(needed & warps_[own].waiting, [&](int k) {
        if (collectives_.meets(warps_[own].waits[k], *self) && warps_[own].waits[k].mask == self->mask)
          needed &= ~(1u << k);
      });
      connect(n, own, needed);
      continue;
    }
    const BarrierState& state = barriers_[self->barrier];
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      const LaneMask there = warps_[w].exists & ~state.arrived[w];
      connect(n, w, state.count ? there : there & ~warps_[w].exited);
    }
  }
  const WaitChain chain = find_wait_chain(static_cast<int>(nodes.size()), edges);
  result_.stuck_in_cycle = chain.is_cycle;
  for (const int n : chain.nodes) result_.stuck.push_back(std::move(nodes[n].group));
}

// Of lanes that wait, the lowest of those that are furthest behind: where some are in a branch and others
// after it, what is in the branch is reported first.
int Standstill::furthest_behind(const Warp& warp, LaneMask lanes) const {
  int out = std::countr_zero(lanes);
  for_each_lane(lanes, [&](int lane) {
    if (positions_.before(warp.waits[lane].position, warp.waits[out].position)) out = lane;
  });
  return out;
}

// True when it blamed a rule. A barrier at which lanes wait for such lanes is a consequence and not reported.
bool Standstill::explain_collective(std::uint32_t w, LaneMask ignored) {
  Domain d;
  const Warp& warp = warps_[w];
  const auto size = static_cast<std::size_t>(launch_.warp_size);
  const LaneMask gone = threads_.excused(warp);
  std::array<ScalarPred, kLanes> exited{};
  for (int k = 0; k < launch_.warp_size; ++k) exited[k] = {((gone >> k) & 1) != 0};
  LaneMask open = warp.waiting & ~ignored;
  bool blamed = false;
  while (open != 0) {
    const int caller = furthest_behind(warp, open);
    const Wait& self = warp.waits[caller];
    open &= ~(1u << caller);
    if (self.at_barrier) continue;
    std::array<spec::Waiting<Domain>, kLanes> lanes{};
    LaneMask same = 0;
    for (int k = 0; k < launch_.warp_size; ++k) {
      const bool waits = ((warp.waiting >> k) & 1) != 0 && !warp.waits[k].at_barrier;
      const bool here = waits && collectives_.meets(warp.waits[k], self);
      lanes[k] = {{here}, {waits ? warp.waits[k].mask : 0}, {waits && !here}};
      const bool equal = here && warp.waits[k].mask == self.mask && warp.waits[k].position == self.position;
      if (equal && ((open >> k) & 1)) same |= 1u << k;
    }
    const auto why = [&](int lane) {
      return spec::why_stuck<Domain>(d, static_cast<std::size_t>(lane),
                                     std::span<const spec::Waiting<Domain>>(lanes.data(), size),
                                     std::span<const ScalarPred>(exited.data(), size));
    };
    const auto reason = why(caller);
    // Lanes that wait alike may do so for different reasons: another's mask may name only some of them.
    for_each_lane(same, [&](int lane) {
      const auto its = why(lane);
      if (its.op_mismatch.value != reason.op_mismatch.value ||
          its.mask_mismatch.value != reason.mask_mismatch.value)
        same &= ~(1u << lane);
    });
    open &= ~same;
    same |= 1u << caller;
    blamed |= reason.op_mismatch.value || reason.mask_mismatch.value || reason.mask_missing.value;
    const Instruction& in = code_.instruction_of(self);
    const std::string who = "deadlock: " + lanes_text(same) +
                            (std::popcount(same) == 1 ? " waits at " : " wait at ") +
                            name_in_source(in, launch_.cuda_source) + " with mask " + hex_mask(self.mask);
    // The lane whose wait explains this one: the first that fits.
    const auto culprit = [&](bool equal_mask) -> std::vector<RelatedPlace> {
      for (int k = 0; k < launch_.warp_size; ++k) {
        const bool waits = lanes[k].here.value || lanes[k].elsewhere.value;
        const bool related = ((self.mask >> k) & 1) != 0 || ((warp.waits[k].mask >> caller) & 1) != 0;
        if (!waits || !related || k == caller || (warp.waits[k].mask == self.mask) != equal_mask) continue;
        if (equal_mask && !lanes[k].elsewhere.value) continue;
        const Instruction& other = code_.instruction_of(warp.waits[k]);
        return {{other.place, "lane " + std::to_string(k) + " waits here at " +
                                  name_in_source(other, launch_.cuda_source) + " with mask " +
                                  hex_mask(warp.waits[k].mask)}};
      }
      return {};
    };
    LaneMask missing = 0;
    for (int k = 0; k < launch_.warp_size; ++k) {
      const bool needed = ((self.mask >> k) & 1) != 0 && ((gone >> k) & 1) == 0;
      if (needed && !(lanes[k].here.value && warp.waits[k].mask == self.mask)) missing |= 1u << k;
    }
    const std::string for_whom = missing == 0 ? "" : " for " + describe_lanes(warp, missing);
    if (reason.op_mismatch.value) {
      std::vector<RelatedPlace> other = culprit(true);
      // The same operation at another point, which only the policy keeps apart.
      bool only_point = false;
      for (int k = 0; k < launch_.warp_size; ++k) {
        only_point |= lanes[k].elsewhere.value && warp.waits[k].mask == self.mask &&
                      same_operation(code_.instruction_of(warp.waits[k]), in);
      }
      const bool may_meet = only_point && !is_aligned_collective(in.op);
      record_.report(may_meet ? spec::Rule::PointMismatch : spec::Rule::OpMismatch, in.place, w, same,
                     who + for_whom + (only_point ? ": another program point" : ": not the same operation"),
                     std::move(other));
    } else if (reason.mask_mismatch.value) {
      record_.report(spec::Rule::MaskMismatch, in.place, w, same, who + for_whom + ": masks overlap and differ",
                     culprit(false));
    } else if (reason.mask_missing.value) {
      std::vector<RelatedPlace> others;
      if (const LaneMask stuck = missing & warp.waiting; stuck != 0) {
        const int k = std::countr_zero(stuck);
        others.push_back(
            {code_.instruction_of(warp.waits[k]).place, "lane " + std::to_string(k) + " waits here"});
      }
      record_.report(spec::Rule::MaskMissing, in.place, w, same,
                     who + for_whom, std::move(others));
    }
  }
  return blamed;
}

// Lanes wait at barrier `id` for ever. When other live threads wait somewhere else, an aligned barrier
// without a count stands under a condition that not all threads evaluate alike; with a count that is so when
// the others belong to the same warp. Otherwise too few threads arrive.
void Standstill::explain_barrier(std::uint32_t id, const std::vector<LaneMask>& held) {
  const BarrierState& state = barriers_[id];
  std::vector<PositionId> sites;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    for_each_lane(state.waiting[w] & ~held[w], [&](int lane) {
      const PositionId site = warps_[w].waits[lane].position;
      if (std::find(sites.begin(), sites.end(), site) == sites.end()) sites.push_back(site);
    });
  }
  for (const PositionId site : sites) {
    const Instruction& in = code_.instruction_at(site);
    ThreadSet here;
    std::vector<RelatedPlace> others;
    std::string elsewhere_text;
    bool within_warp = false;
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      LaneMask at_site = 0;
      for_each_lane(state.waiting[w], [&](int lane) {
        if (warps_[w].waits[lane].position == site) at_site |= 1u << lane;
      });
      here.add(static_cast<int>(w), LaneSet{at_site});
      const LaneMask elsewhere = warps_[w].live() & ~at_site;
      if (elsewhere == 0) continue;
      if (elsewhere_text.empty())
        elsewhere_text = "warp " + std::to_string(w) + " " + describe_lanes(warps_[w], elsewhere);
      if ((elsewhere & warps_[w].waiting) == 0) continue;
      within_warp |= at_site != 0;
      if (others.empty()) {
        const int k = std::countr_zero(elsewhere & warps_[w].waiting);
        others.push_back({code_.instruction_of(warps_[w].waits[k]).place,
                          "warp " + std::to_string(w) + " lane " + std::to_string(k) + " waits here"});
        elsewhere_text = "warp " + std::to_string(w) + " " + describe_lanes(warps_[w], elsewhere);
      }
    }
    const bool divergent = in.mod.aligned && (state.count ? within_warp : !others.empty());
    const std::string name = name_in_source(in, launch_.cuda_source);
    const std::string who = "deadlock: " + here.str(warps_.size() > 1) +
                            (here.size() == 1 ? " waits at " : " wait at ") +
                            (name.starts_with("__") ? name : "barrier " + std::to_string(id));
    if (divergent) {
      report_.add(spec::Rule::BarrierDivergent, report_.level(spec::Rule::BarrierDivergent), in.place, here,
                  who + " under a condition that other threads evaluate differently: " + elsewhere_text,
                  std::move(others));
    } else {
      report_.add(spec::Rule::BarrierUnreached, report_.level(spec::Rule::BarrierUnreached), in.place, here,
                  who + " and too few threads arrive" + (elsewhere_text.empty() ? "" : ": " + elsewhere_text),
                  std::move(others));
    }
  }
}

}  // namespace warpproof::concrete
