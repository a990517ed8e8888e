#include "src/concrete/meetings/barrier_rules.h"

#include <algorithm>

#include "spec/barrier.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/meetings/block_barriers.h"
#include "src/concrete/meetings/standstill.h"
#include "src/machine/name_in_source.h"
#include "src/machine/scalar_domain.h"

namespace warpproof::concrete {

namespace {

using Domain = ScalarDomain;

}  // namespace

BarrierRules::BarrierRules(const Parts& parts)
    : launch_(parts.context.launch),
      warps_(parts.threads.warps),
      report_(parts.record.findings),
      code_(parts.code),
      threads_(parts.threads),
      record_(parts.record),
      block_barriers_(parts.block_barriers),
      standstill_(parts.standstill) {}

// barrier.divergent: at an aligned barrier all live lanes of a warp stand at one site.
void BarrierRules::judge_alignment(const BarrierState& state, std::uint32_t id) {
  if (launch_.policies.aligned_barrier == spec::AlignedBarrier::AnySite) return;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    int first = -1;
    // The first in the program of the sites.
    for_each_lane(state.arrived[w], [&](int lane) {
      const std::uint32_t thread = threads_.thread_of(w, lane);
      if (!state.aligned[thread]) return;
      const std::uint32_t place = code_.instruction_at(state.site[thread]).place;
      if (first < 0 || place < code_.instruction_at(state.site[threads_.thread_of(w, first)]).place)
        first = lane;
    });
    if (first < 0) continue;
    const PositionId site = state.site[threads_.thread_of(w, first)];
    LaneMask here = 0;
    for_each_lane(state.arrived[w], [&](int lane) {
      if (state.site[threads_.thread_of(w, lane)] == site) here |= 1u << lane;
    });
    // Whoever arrived elsewhere counts also when it has ended since.
    const LaneMask elsewhere = (warps_[w].live() | state.arrived[w]) & ~here;
    if (elsewhere == 0) continue;
    record_.report(spec::Rule::BarrierDivergent, code_.instruction_at(site).place, w, here,
           "lanes " + LaneSet{here}.str() + " of a warp are at aligned barrier " + std::to_string(id) +
               " without " + standstill_.describe_lanes(warps_[w], elsewhere));
  }
}

// The block's barrier, at which a block waits for its own threads when it comes to the barrier of the grid, is
// complete without those that have exited, and with those that came to another barrier of the block; the grid's
// barrier asks for every thread (cooperative_groups, grid_group::sync; CUDA C++ Programming Guide 13.0, Grid
// Synchronization).
void BarrierRules::judge_grid_barrier(const BarrierState& state) {
  ThreadSet here, gone, elsewhere;
  std::optional<std::uint32_t> thread;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    Warp& warp = warps_[w];
    const LaneMask meets = state.waiting[w] & warp.at_grid_barrier;
    for_each_lane(meets, [&](int lane) {
      if (!thread) thread = threads_.thread_of(w, lane);
      here.add(static_cast<int>(w), lane);
    });
    warp.at_grid_barrier &= ~state.waiting[w];
    for_each_lane(warp.exists & warp.exited, [&](int lane) { gone.add(static_cast<int>(w), lane); });
    for_each_lane(warp.live() & ~meets, [&](int lane) { elsewhere.add(static_cast<int>(w), lane); });
  }
  if (!thread) return;
  const std::uint32_t place = code_.instruction_at(state.site[*thread]).place;
  ++record_.grid_meeting.times;
  record_.grid_meeting.place = place;
  record_.grid_meeting.threads = here;
  if (gone.empty() && elsewhere.empty()) return;
  const bool names_warps = warps_.size() > 1;
  report_.add(spec::Rule::BarrierUnreached, report_.level(spec::Rule::BarrierUnreached), place, here,
              "threads wait at the grid's barrier, which " +
                  (gone.empty() ? elsewhere.str(names_warps) + " have not reached: they are at another barrier"
                                : gone.str(names_warps) + " have exited without reaching"));
}

// barrier.exited: what waits for the whole block does not wait for threads that have exited.
void BarrierRules::note_exited_threads(const BarrierState& state) {
  if (state.count) return;
  Domain d;
  const auto threads = block_barriers_.threads_at(state);
  if (!spec::completes_without_exited<Domain>(d, std::span<const spec::BarrierThread<Domain>>(threads)).value)
    return;
  ThreadSet here, missed;
  std::optional<std::uint32_t> first;
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    const int w = static_cast<int>(t) / launch_.warp_size, lane = static_cast<int>(t) % launch_.warp_size;
    if (threads[t].arrived.value && !first) first = t;
    if (threads[t].arrived.value) here.add(w, lane);
    if (threads[t].exited.value) missed.add(w, lane);
  }
  report_.add(spec::Rule::BarrierExited, report_.level(spec::Rule::BarrierExited),
              code_.instruction_at(state.site[*first]).place, here,
              "the barrier completes without " + missed.str(warps_.size() > 1) + ", which have exited");
}

// barrier.split-site: the blocking aligned arrivals of one generation come from several instructions.
void BarrierRules::judge_sites(const BarrierState& state) {
  if (launch_.policies.aligned_barrier != spec::AlignedBarrier::OneSite) return;
  PositionId first = kNoPosition;
  std::uint32_t first_warp = 0;
  std::vector<RelatedPlace> others;
  ThreadSet threads;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    for_each_lane(state.waiting[w], [&](int lane) {
      const std::uint32_t thread = threads_.thread_of(w, lane);
      if (!state.aligned[thread]) return;
      threads.add(static_cast<int>(w), lane);
      if (first == kNoPosition) {
        first = state.site[thread];
        first_warp = w;
      } else if (state.site[thread] != first) {
        const std::uint32_t place = code_.instruction_at(state.site[thread]).place;
        const bool known = std::any_of(others.begin(), others.end(),
                                       [&](const RelatedPlace& other) { return other.place == place; });
        if (!known) others.push_back({place, "warp " + std::to_string(w) + " arrives here"});
      }
    });
  }
  if (others.empty()) return;
  report_.add(spec::Rule::BarrierSplitSite, report_.level(spec::Rule::BarrierSplitSite),
              code_.instruction_at(first).place, threads,
              "one generation of the barrier is reached from several places, by warp " +
                  std::to_string(first_warp) + " from here",
              std::move(others));
}

}  // namespace warpproof::concrete
