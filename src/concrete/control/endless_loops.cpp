#include "src/concrete/control/endless_loops.h"

#include <algorithm>
#include <cstring>

#include "src/concrete/control/code.h"
#include "src/concrete/control/record.h"
#include "src/concrete/control/registers.h"
#include "src/concrete/control/schedule.h"
#include "src/concrete/control/threads.h"
#include "src/concrete/memory/async_copies.h"
#include "src/concrete/memory/block_memory.h"
#include "src/concrete/ordering.h"

namespace warpproof::concrete {

namespace {

constexpr std::size_t kMostPlaces = 256;  // of memory that a loop looks at

constexpr int kMostComparisons = 256;

constexpr std::uint64_t kShortLook = 256;  // warp instructions

template <class Warps, class F>
void for_each_bank(Warps& warps, F f) {
  for (auto& warp : warps) {
    for (auto& depth : warp.banks) {
      for (auto& bank : depth) {
        if (bank != nullptr) f(*bank);
      }
    }
  }
}

}  // namespace

// A state of the run, but for memory, which knows itself whether it changed.
struct EndlessLoops::Standing {
  struct Registers {
    std::vector<Line> words;
    std::vector<LaneMask> defined, tainted;
    std::vector<OriginId> origins;
    bool holds(const Bank& b) const {
      return words.size() == b.registers.size() && defined == b.defined && tainted == b.tainted &&
             origins == b.origins &&
             std::memcmp(words.data(), b.registers.data(), words.size() * sizeof(Line)) == 0;
    }
  };
  using Lanes = std::array<std::uint64_t, 4>;
  static Lanes lanes_of(const Warp& warp) {
    return {warp.exited, warp.halted, warp.waiting, warp.activemasks};
  }
  std::vector<StandingPlace> places;
  std::vector<Lanes> lanes;      // by warp
  std::vector<Registers> banks;  // of all warps
  std::size_t local_memories = 0;
  std::map<std::uint32_t, std::size_t> clock_readings;
  std::uint64_t steps = 0;
  int comparisons = 0;
  Group moved;  // lanes that went on since
};

EndlessLoops::EndlessLoops(const Parts& parts)
    : launch_(parts.context.launch),
      warps_(parts.threads.warps),
      result_(parts.record.result),
      global_(parts.block_memory.global),
      shared_(parts.block_memory.shared),
      local_(parts.block_memory.local),
      running_(parts.schedule.running),
      leaving_(parts.schedule.leaving),
      alone_(parts.schedule.alone),
      alone_is_set_(parts.schedule.alone_is_set),
      code_(parts.code),
      record_(parts.record),
      registers_(parts.registers),
      schedule_(parts.schedule),
      async_copies_(parts.async_copies) {}

EndlessLoops::Standing EndlessLoops::standing() const {
  Standing out;
  out.places = schedule_.places();
  for (const Warp& warp : warps_) out.lanes.push_back(Standing::lanes_of(warp));
  for_each_bank(warps_, [&](const Bank& bank) {
    out.banks.push_back({bank.registers, bank.defined, bank.tainted, bank.origins});
  });
  for (const auto& memory : local_) out.local_memories += memory != nullptr;
  out.clock_readings = registers_.clock_readings();
  out.steps = result_.steps;
  out.moved.assign(warps_.size(), 0);
  return out;
}

void EndlessLoops::watch_memory(bool watch) {
  const auto set = [watch](CellMemory& memory) { watch ? memory.watch() : memory.stop_watching(); };
  set(global_);
  set(shared_);
  for (const auto& memory : local_) {
    if (memory != nullptr) set(*memory);
  }
  for_each_bank(warps_, [&](Bank& bank) { set(bank.params); });
}

void EndlessLoops::stop_looking() {
  if (!standing_) return;
  next_look_ = result_.steps + look_for_;
  standing_ = nullptr;
  spun_on_.clear();
  watch_memory(false);
}

void EndlessLoops::note_moving(const Group& group) {
  for (std::size_t w = 0; w < group.size(); ++w) standing_->moved[w] |= group[w];
}

// Weak loads are not meant to see what others store meanwhile.
void EndlessLoops::note_spin_access(const Instruction& in, const Accessed& a, RaceMonitor::Kind kind,
                                    int bytes) {
  if (kind == RaceMonitor::Kind::Write || !is_strong(in) || spun_on_.size() > kMostPlaces) return;
  if (a.space == Space::Shared || a.space == Space::Global)
    spun_on_[{a.address, bytes}] = a.space == Space::Shared;
}

void EndlessLoops::note_change(const Accessed& a, int bytes, std::uint32_t thread) {
  if (a.space != Space::Global) return;
  for (int i = 0; i < bytes; ++i) changed_by_[a.address + static_cast<std::uint64_t>(i)] = thread;
}

bool EndlessLoops::came_back() const {
  ++standing_->comparisons;
  const auto now = schedule_.places();
  bool same = now == standing_->places && registers_.clock_readings() == standing_->clock_readings &&
              !async_copies_.copies_are_pending();
  for (std::size_t w = 0; w < warps_.size() && same; ++w)
    same = Standing::lanes_of(warps_[w]) == standing_->lanes[w];
  std::size_t bank = 0, local_memories = 0;
  for_each_bank(warps_, [&](const Bank& b) {
    same = same && bank < standing_->banks.size() && standing_->banks[bank++].holds(b) && !b.params.differs();
  });
  if (!same || bank != standing_->banks.size() || global_.differs() || shared_.differs()) return false;
  for (const auto& memory : local_) {
    local_memories += memory != nullptr;
    if (memory != nullptr && memory->differs()) return false;
  }
  return local_memories == standing_->local_memories;
}

// A lane that could have gone on since, and did not, is the next to go on. The canonical schedule would come
// to it as well, only later.
bool EndlessLoops::passed_over(const std::vector<StandingPlace>& standing) {
  for (const StandingPlace& place : standing) {
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
      const LaneMask still = place.group[w] & ~standing_->moved[w];
      if (still == 0) continue;
      schedule_.favour(w, still);
      return true;
    }
  }
  return false;
}

// All that the loop looks at; and it looks at something.
bool EndlessLoops::waiting_lanes_hold_it() const {
  if (spun_on_.empty() || spun_on_.size() > kMostPlaces) return false;
  return std::all_of(spun_on_.begin(), spun_on_.end(), [this](const auto& place) {
    if (place.second) return true;
    for (int i = 0; i < place.first.second; ++i) {
      const auto by = changed_by_.find(place.first.first + static_cast<std::uint64_t>(i));
      if (by == changed_by_.end()) return false;
      const auto size = static_cast<std::uint32_t>(launch_.warp_size);
      if ((warps_[by->second / size].waiting >> (by->second % size) & 1) == 0) return false;
    }
    return true;
  });
}

// Asked before a step. A state is compared with those after it for a while, then nothing is for as long, then
// another one for twice as long: so that a cycle of any length is found, as in Brent's algorithm, and the
// cost stays a part of the run's.
bool EndlessLoops::spins_for_ever() {
  const bool somebody_waits =
      std::any_of(warps_.begin(), warps_.end(), [](const Warp& warp) { return warp.waiting != 0; });
  if (!standing_) {
    standing_ = std::make_shared<Standing>(standing());
    next_look_ = result_.steps + 1;
    spun_on_.clear();
    watch_memory(true);
    return false;
  }
  if (result_.steps > standing_->steps + look_for_ || standing_->comparisons > kMostComparisons) {
    look_for_ *= 2;
    stop_looking();
    return false;
  }
  const PositionId first = alone_is_set_      ? alone_.position
                           : running_.empty() ? kNoPosition
                                              : running_[0].position;
  if (standing_->places.empty() || standing_->places.front().position != first || !came_back()) return false;
  if (passed_over(standing_->places)) {
    look_for_ = kShortLook;  // who spins once does so again
    stop_looking();
    return false;
  }
  if (!somebody_waits || !waiting_lanes_hold_it())
    record_.end_without_end(code_.place_of(first),
                            "the run came back to a state that it was in, and so never ends", "endless loop");
  result_.spins_at = code_.place_of(first);
  schedule_.spill_alone();
  for (RunQueue* queue : {&running_, &leaving_}) {
    while (!queue->empty()) {
      RunQueue::Entry entry = queue->take(0);
      for (std::size_t w = 0; w < warps_.size(); ++w) warps_[w].spinning |= entry.group[w];
    }
  }
  return true;
}

}  // namespace warpproof::concrete
