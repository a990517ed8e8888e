#include "src/concrete/meetings/meeting_order.h"

#include <algorithm>
#include <bit>
#include <set>

#include "src/base/symbol_name.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/grid_race_monitor.h"
#include "src/program/synchronisation.h"

namespace warpproof::concrete {

MeetingOrder::MeetingOrder(const Parts& parts)
    : launch_(parts.context.launch),
      options_(parts.context.options),
      block_(parts.context.block),
      warps_(parts.threads.warps),
      races_(parts.races),
      between_(parts.between),
      threads_(parts.threads) {}

void MeetingOrder::order_collective(const Instruction& in, std::uint32_t warp, LaneMask participants) {
  if (!options_.races) return;
  if (in.op != Opcode::BarWarpSync) return races_.collective(warp);
  const Warp& here = warps_[warp];
  while (participants != 0) {  // up to sm_6x lanes of several masks are here at once
    const std::uint32_t mask = here.waits[std::countr_zero(participants)].mask;
    std::vector<std::uint32_t> threads;
    for_each_lane(participants, [&](int lane) {
      if (here.waits[lane].mask != mask) return;
      threads.push_back(threads_.thread_of(warp, lane));
      participants &= ~(1u << lane);
    });
    const auto released = left_behind(warp, mask);
    races_.meet(threads, &released);
  }
}

// What lanes of the mask did before they exited is ordered before barriers that complete later.
RaceMonitor::Clock MeetingOrder::left_behind(std::uint32_t warp, LaneMask mask) {
  RaceMonitor::Clock out(launch_.threads(), 0);
  for_each_lane(warps_[warp].exited & mask,
                [&](int lane) { RaceMonitor::join(out, races_.release(threads_.thread_of(warp, lane))); });
  return out;
}

void MeetingOrder::order_barrier(const BarrierState& fired) {
  if (!options_.races) return;
  std::vector<std::uint32_t> waiting, warps, waiting_warps;
  bool everyone = true;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    everyone &= (warps_[w].live() & ~fired.waiting[w]) == 0;
    for_each_lane(fired.waiting[w], [&](int lane) { waiting.push_back(threads_.thread_of(w, lane)); });
    if (fired.waiting[w] != 0) waiting_warps.push_back(w);
  }
  everyone = everyone && !fired.count;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (everyone || fired.arrived[w] != 0) warps.push_back(w);
  }
  if (between_ != nullptr) between_->meet(block_, warps, waiting_warps);
  if (everyone) return races_.everyone_met();
  // Warps take part as a whole, with their lanes that have exited; those that arrived before hand over what
  // they did until then.
  RaceMonitor::Clock released(launch_.threads(), 0);
  for (const auto& [thread, clocks] : fired.released) RaceMonitor::join(released, clocks);
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (fired.arrived[w] != 0) RaceMonitor::join(released, left_behind(w, ~fired.arrived[w]));
  }
  races_.meet(waiting, &released);
}

}  // namespace warpproof::concrete
