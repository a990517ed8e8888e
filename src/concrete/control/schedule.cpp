#include "src/concrete/control/schedule.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/base/effort.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/threads.h"

namespace warpproof::concrete {

namespace {

// Fairness is counted in choices between groups.
constexpr std::uint64_t kPatience = 10'000, kPatienceCheck = 1'000, kFavouredSteps = 64;

}  // namespace

Schedule::Schedule(const Parts& parts)
    : running(parts.code.positions, parts.context.launch.warps()),
      leaving(parts.code.positions, parts.context.launch.warps()),
      alone{kNoPosition, 0, Group(parts.context.launch.warps(), 0)},
      launch_(parts.context.launch),
      positions_(parts.code.positions),
      warps_(parts.threads.warps) {}

// The least position, unless some lane has been passed over for so long that others may be spinning on what
// it is to do (a lock between lanes). Then that lane goes ahead for a while: from sm_70 on every lane makes
// progress (CUDA C++ Programming Guide 13.0, independent thread scheduling). Older targets promise no such
// thing.
std::size_t Schedule::choose_fairly() {
  ++schedule_time_;
  if (!spec::has_independent_thread_scheduling(spec::Target{launch_.target_sm})) return 0;
  if (favoured_steps_ == 0 && schedule_time_ % kPatienceCheck == 0) {
    for (std::size_t i = 0; i < running.size(); ++i) {
      if (schedule_time_ - running[i].since < kPatience) continue;
      favoured_warp_ = 0;
      while (running[i].group[favoured_warp_] == 0) ++favoured_warp_;
      favoured_lane_ = std::countr_zero(running[i].group[favoured_warp_]);
      favoured_steps_ = kFavouredSteps;
      break;
    }
  }
  if (favoured_steps_ == 0) return 0;
  --favoured_steps_;
  for (std::size_t i = 0; i < running.size(); ++i) {
    if ((running[i].group[favoured_warp_] >> favoured_lane_) & 1) return i;
  }
  favoured_steps_ = 0;
  return 0;
}

// The first of these lanes is the next to go on.
void Schedule::favour(std::uint32_t warp, LaneMask lanes) {
  favoured_warp_ = warp;
  favoured_lane_ = std::countr_zero(lanes);
  favoured_steps_ = kFavouredSteps;
}

void Schedule::enter(PositionId position, std::uint32_t warp, LaneMask lanes) {
  if (lanes == 0) return;
  if (alone_is_set && alone.position == position) {
    alone.group[warp] |= lanes;
    return;
  }
  if (!alone_is_set && running.empty() && leaving.empty()) {
    alone_is_set = true;
    alone.position = position;
    alone.since = schedule_time_;
    std::fill(alone.group.begin(), alone.group.end(), 0);
    alone.group[warp] = lanes;
    return;
  }
  spill_alone();
  (positions_.at_trivial_exit(position) ? leaving : running).add(position, schedule_time_, warp, lanes);
}

void Schedule::spill_alone() {
  if (!alone_is_set) return;
  alone_is_set = false;
  RunQueue& into = positions_.at_trivial_exit(alone.position) ? leaving : running;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    if (alone.group[w] != 0) into.add(alone.position, alone.since, w, alone.group[w]);
  }
}

std::vector<StandingPlace> Schedule::places() const {
  std::vector<StandingPlace> out;
  if (alone_is_set) out.push_back({alone.position, alone.group});
  for (const RunQueue* queue : {&running, &leaving}) {
    for (std::size_t i = 0; i < queue->size(); ++i) out.push_back({(*queue)[i].position, (*queue)[i].group});
  }
  return out;
}

}  // namespace warpproof::concrete
