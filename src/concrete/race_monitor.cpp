#include "src/concrete/race_monitor.h"

#include <algorithm>

namespace warpproof::concrete {

RaceMonitor::RaceMonitor(std::uint32_t threads, std::uint32_t warp_size, Report report)
    : warp_size_(warp_size),
      report_(std::move(report)),
      clocks_(threads, std::vector<std::uint64_t>(threads, 0)),
      last_collective_((threads + warp_size - 1) / warp_size, 0) {
  // A thread's own accesses carry its own component, so that nobody else knows them at the start.
  for (std::uint32_t t = 0; t < threads; ++t) clocks_[t][t] = 1;
}

void RaceMonitor::compare(const Record& earlier, const Access& later) {
  const bool reads = earlier.access.kind == Kind::Read && later.kind == Kind::Read;
  const bool atomics = earlier.access.kind == Kind::Atomic && later.kind == Kind::Atomic;
  if (reads || atomics || ordered(earlier, later.thread)) return;
  const Access& first = earlier.access;
  const std::uint32_t warp = first.thread / warp_size_;
  const bool one_warp = warp == later.thread / warp_size_;
  if (one_warp && first.instruction == later.instruction)
    return;  // store.same-instruction, judged where it is executed
  spec::Rule rule = spec::Rule::Race;
  if (one_warp && first.execution == later.execution && !earlier.severe) {
    rule = spec::Rule::StoreSameInstruction;  // the schedule ran its lanes one after the other
  } else if (first.address != later.address || first.bytes != later.bytes) {
    rule = spec::Rule::RaceMixedSize;
  } else if (one_warp) {
    rule = last_collective_[warp] > earlier.time ? spec::Rule::MemoryCollectiveAsFence
                                                 : spec::Rule::MemoryImplicitWarpSync;
  }
  const bool equal = first.kind == Kind::Write && later.kind == Kind::Write &&
                     first.address == later.address && first.bytes == later.bytes &&
                     first.value == later.value && !earlier.severe;
  report_(rule, first, later, equal);
}

void RaceMonitor::access(const Access& access) {
  if (!pending_.empty() && pending_.front().second.access.instruction != access.instruction) settle();
  const std::uint64_t clock = clocks_[access.thread][access.thread];
  for (int i = 0; i < access.bytes; ++i) {
    const std::uint64_t byte = access.address + static_cast<std::uint64_t>(i);
    for (const Record& earlier : bytes_[byte]) compare(earlier, access);
    pending_.emplace_back(byte, Record{access, clock, access.instruction});
  }
}

// Does whatever races with the earlier access race with the later one as well, and as badly? Stores of equal
// values race more mildly, so that a store covers what its thread did since it last met others only with a
// note of it.
bool RaceMonitor::supersedes(Record& later, const Record& earlier) const {
  const Access &a = earlier.access, &b = later.access;
  if (a.instruction == b.instruction) return false;
  const bool store = b.kind == Kind::Write;
  if (!store) return a.thread == b.thread && a.kind == b.kind;
  if (!ordered(earlier, b.thread)) return false;
  const bool alike =
      a.kind == Kind::Write && a.address == b.address && a.bytes == b.bytes && a.value == b.value;
  if (alike && !earlier.severe) return true;
  if (a.thread == b.thread && earlier.clock == later.clock) {
    later.severe = true;
    return true;
  }
  for (std::uint32_t t = 0; t < clocks_.size(); ++t) {
    if (!ordered(earlier, t)) return false;
  }
  return true;
}

void RaceMonitor::settle() {
  for (auto& [byte, record] : pending_) {
    std::vector<Record>& records = bytes_[byte];
    std::erase_if(records, [&](const Record& earlier) { return supersedes(record, earlier); });
    records.push_back(record);
  }
  pending_.clear();
}

std::vector<std::uint64_t> RaceMonitor::release(std::uint32_t thread) {
  settle();
  auto known = clocks_[thread];
  known[thread] = ++clocks_[thread][thread];
  return known;
}

void RaceMonitor::meet(const std::vector<std::uint32_t>& threads,
                       const std::vector<std::uint64_t>* released) {
  if (threads.empty()) return;
  settle();
  std::vector<std::uint64_t> known =
      released != nullptr ? *released : std::vector<std::uint64_t>(clocks_.size(), 0);
  for (const std::uint32_t t : threads) {
    for (std::size_t u = 0; u < known.size(); ++u)
      known[u] = std::max(known[u], clocks_[t][u] + (u == t ? 1 : 0));
  }
  for (const std::uint32_t t : threads) clocks_[t] = known;
}

}  // namespace warpproof::concrete
