#include "src/concrete/control/random_schedule.h"

#include <algorithm>
#include <bit>

#include "spec/barrier.h"
#include "spec/targets.h"
#include "src/concrete/control/code.h"
#include "src/concrete/control/control_flow.h"
#include "src/concrete/control/schedule.h"
#include "src/concrete/control/threads.h"
#include "src/machine/collective.h"

namespace warpproof::concrete {

namespace {

constexpr unsigned kLongestHold = 9;  // a warp is held back for up to that power of two of steps

bool is_empty(const Group& group) {
  return std::all_of(group.begin(), group.end(), [](LaneMask lanes) { return lanes == 0; });
}

}  // namespace

RandomSchedule::RandomSchedule(const Parts& parts)
    : launch_(parts.context.launch),
      options_(parts.context.options),
      positions_(parts.code.positions),
      warps_(parts.threads.warps),
      running_(parts.schedule.running),
      leaving_(parts.schedule.leaving),
      code_(parts.code),
      schedule_(parts.schedule),
      control_flow_(parts.control_flow) {
  if (options_.random_schedule)
    random.emplace(*options_.random_schedule + 0x9e3779b97f4a7c15ull * parts.context.block);
}

// Does a warp come here with all its lanes, and then go on? (An aligned barrier where threads wait keeps
// those that come first anyway.)
bool RandomSchedule::arrives_whole(PositionId position) const {
  const Function& f = code_.function_at(position);
  const Block& block = f.blocks[positions_.at(position).block];
  if (block.first == block.last) return false;
  const Instruction& in = f.code[block.first];
  return in.op == Opcode::Barrier && in.mod.aligned && !spec::barrier_blocks(barrier_op(in));
}

// The lanes at a place that may go on now. Warps that are held back may not. Up to sm_6x the lanes of a warp
// meet again where their branches do, so that whoever is behind goes first. From sm_70 on that is so where a
// warp arrives whole.
Group RandomSchedule::may_go(std::size_t chosen) const {
  if (chosen >= running_.size()) return leaving_[chosen - running_.size()].group;
  Group out = running_[chosen].group;
  for (std::size_t w = 0; w < out.size() && !held_.empty(); ++w)
    if (held_[w]) out[w] = 0;
  const auto leave_out = [&](const Group& others) {
    for (std::size_t w = 0; w < out.size(); ++w)
      if (others[w] != 0) out[w] = 0;
  };
  const bool whole = arrives_whole(running_[chosen].position);
  const bool splits = spec::has_independent_thread_scheduling(spec::Target{launch_.target_sm});
  for (std::size_t i = 0; i < running_.size(); ++i)
    if (splits ? whole && i != chosen : i < chosen) leave_out(running_[i].group);
  for (std::size_t i = 0; splits && whole && i < leaving_.size(); ++i) leave_out(leaving_[i].group);
  return out;
}

// For a while some warps stand still, as long as others can go on: what one warp does may come late, and all
// that another does before it.
void RandomSchedule::choose_held() {
  if (hold_steps_ > 0) {
    --hold_steps_;
    return;
  }
  const std::uint64_t draw = (*random)();
  hold_steps_ = std::size_t{1} << draw % kLongestHold;
  held_.clear();
  if (warps_.size() == 1 || (draw & (1u << 20)) != 0) return;
  for (std::size_t w = 0; w < warps_.size(); ++w) held_.push_back(((*random)() & 1) != 0);
}

// Any group may go on, and any part of it: from sm_70 on lanes of a warp need not stay together (CUDA C++
// Programming Guide 13.0, independent thread scheduling). Below, a warp's lanes at one place do.
bool RandomSchedule::random_step() {
  schedule_.spill_alone();
  const std::size_t count = running_.size() + leaving_.size();
  if (count == 0) return false;
  choose_held();
  std::size_t chosen = (*random)() % count;
  Group part = may_go(chosen);
  const auto look_for_another = [&] {
    for (std::size_t i = 0; is_empty(part) && i < count; ++i) part = may_go(chosen = i);
  };
  look_for_another();
  if (is_empty(part)) {
    held_.clear();
    look_for_another();
  }
  if (is_empty(part)) part = running_[chosen = 0].group;  // parts of a warp wait for each other
  RunQueue& from = chosen < running_.size() ? running_ : leaving_;
  if (chosen >= running_.size()) chosen -= running_.size();
  const PositionId position = from[chosen].position;
  Group& all = from[chosen].group;
  const bool splits =
      spec::has_independent_thread_scheduling(spec::Target{launch_.target_sm}) && !arrives_whole(position);
  const Group free = part;
  bool any = false, rest = false;
  for (int attempt = 0; !any; ++attempt) {
    for (std::size_t w = 0; w < part.size(); ++w) {
      if (free[w] == 0) continue;
      const std::uint64_t draw = (*random)();
      const LaneMask some = splits && (draw & 4) != 0 ? static_cast<LaneMask>(draw >> 32) : ~0u;
      part[w] = (draw & 3) != 0 || attempt > 2 ? free[w] & (attempt > 2 ? ~0u : some) : 0;
      any |= part[w] != 0;
    }
  }
  for (std::size_t w = 0; w < part.size(); ++w) rest |= (all[w] &= ~part[w]) != 0;
  if (!rest) from.give_back(from.take(chosen).group);
  control_flow_.run_block(position, part);
  return true;
}

// The leader among the participants of a mask: some lane, the same for the same mask (spec/elect.h).
int RandomSchedule::elected(std::uint64_t mask, LaneMask participants) const {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ull;
  const int first = static_cast<int>((mask ^ *options_.random_schedule * kMix) * kMix >> 59);
  const int behind = std::countr_zero(std::rotr(participants, first));
  return (first + behind) & 31;
}

}  // namespace warpproof::concrete
