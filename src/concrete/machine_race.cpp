// What the race monitor hears of a run, and what it finds.

#include <algorithm>

#include "src/concrete/machine.h"

namespace warpproof::concrete {

// Volatile and relaxed accesses to global memory are made to meet other threads; constant memory is never written.
void Machine::note_access(const Instruction& in, const Warp& warp, int lane, const Accessed& a, RaceMonitor::Kind kind,
                          int bytes, std::uint64_t value) {
  if (a.space != Space::Shared && a.space != Space::Global) return;
  if (a.space == Space::Global && in.mod.is_volatile) kind = RaceMonitor::Kind::Atomic;
  const std::uint64_t address = a.space == Space::Shared ? kSharedBase + a.address : a.address;
  races_.access({thread_of(warp_index(warp), lane), kind, address, bytes, value, race_instruction_, in.place});
}

void Machine::report_race(spec::Rule rule, const RaceMonitor::Access& earlier, const RaceMonitor::Access& later,
                          bool equal_values) {
  const auto lanes = static_cast<std::uint32_t>(launch_.warp_size);
  const auto what = [](RaceMonitor::Kind kind) {
    return kind == RaceMonitor::Kind::Read ? "reads" : kind == RaceMonitor::Kind::Write ? "stores to" : "updates";
  };
  spec::Level level = report_.level(rule);
  if (equal_values) level = std::min(level, spec::equal_value_race_level(launch_.policies));
  if (level == spec::Level::Off) return;
  ThreadSet threads;
  for (const std::uint32_t t : {earlier.thread, later.thread}) {
    threads.add(static_cast<int>(t / lanes), static_cast<int>(t % lanes));
  }
  report_.add(rule, level, later.place, threads,
              "thread " + std::to_string(later.thread) + " " + what(later.kind) + " what thread " +
                  std::to_string(earlier.thread) + " " + what(earlier.kind) + ", and nothing orders the two",
              {{earlier.place, "the other access"}});
}

void Machine::order_collective(const Instruction& in, std::uint32_t warp, LaneMask participants) {
  if (in.op != Opcode::BarWarpSync) return races_.collective(warp);
  std::vector<std::uint32_t> threads;
  for_each_lane(participants, [&](int lane) { threads.push_back(thread_of(warp, lane)); });
  races_.meet(threads);
}

void Machine::order_barrier(const BarrierState& fired) {
  std::vector<std::uint32_t> waiting;
  bool everyone = true;
  for (std::uint32_t w = 0; w < warps_.size(); ++w) {
    everyone &= (warps_[w].live() & ~fired.waiting[w]) == 0;
    for_each_lane(fired.waiting[w], [&](int lane) { waiting.push_back(thread_of(w, lane)); });
  }
  if (everyone && !fired.count) return races_.everyone_met();
  races_.meet(waiting, fired.released.empty() ? nullptr : &fired.released);
}

}  // namespace warpproof::concrete
