#include "src/concrete/grid_race_monitor.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warpproof::concrete {
namespace {

using Access = GridRaceMonitor::Access;

bool same_bytes(const Access& a, const Access& b) { return a.address == b.address && a.bytes == b.bytes; }

bool equal_stores(const Access& a, const Access& b) {
  return a.value.has_value() && a.value == b.value && same_bytes(a, b);
}

// Whatever races with a, of the same block and before b, races with b as well. A strong read stays beside a
// weak one: it tells what its block has seen of the word.
bool stands_for(const Access& b, const Access& a) {
  if (!b.strong && b.writes) return true;
  return a.strong == b.strong && (b.writes || !a.writes);
}

}  // namespace

GridRaceMonitor::WarpState& GridRaceMonitor::state(std::size_t warp) {
  if (warp >= states_.size()) states_.resize((warp / warps_ + 1) * warps_);
  return states_[warp];
}

bool GridRaceMonitor::knows(const Access& later, const Record& record) {
  if (record.access.block == later.block) return true;
  const Clocks& known = state(warp_of(later)).known;
  const std::size_t other = warp_of(record.access);
  return known != nullptr && other < known->size() && record.time <= (*known)[other];
}

bool GridRaceMonitor::behind_by_coherence(const Cell& cell, std::size_t earlier, const Access& later) const {
  const Record& e = cell[earlier];
  if (!e.access.strong || !e.access.writes || !same_bytes(e.access, later)) return false;
  return std::any_of(cell.begin() + static_cast<std::ptrdiff_t>(earlier) + 1, cell.end(),
                     [&](const Record& r) {
                       return r.access.block == later.block && r.access.strong && same_bytes(r.access, later);
                     });
}

void GridRaceMonitor::compare(const Cell& cell, const Access& later, std::uint8_t bytes) {
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const Record& earlier = cell[i];
    const bool reads = !earlier.access.writes && !later.writes;
    const bool strong = earlier.access.strong && later.strong && same_bytes(earlier.access, later);
    if ((earlier.bytes & bytes) == 0 || reads || strong || knows(later, earlier)) continue;
    if (bounds_.coherence && behind_by_coherence(cell, i, later)) continue;
    report_(earlier.access, later, !earlier.severe && equal_stores(earlier.access, later));
  }
}

// A weak store stands for all that was before it: what is unordered with one of those and ordered with the
// store was found to race when the store came.
void GridRaceMonitor::put(Cell& cell, Record record) {
  const Access& now = record.access;
  const bool covers_all = now.writes && !now.strong;
  for (Record& earlier : cell) {
    const bool own = warp_of(earlier.access) == warp_of(now);
    if ((earlier.bytes & record.bytes) == 0 || !(covers_all || (own && stands_for(now, earlier.access))))
      continue;
    earlier.bytes = static_cast<std::uint8_t>(earlier.bytes & ~record.bytes);
    if (own || !knows(now, earlier)) record.severe |= earlier.severe || !equal_stores(earlier.access, now);
  }
  std::erase_if(cell, [](const Record& r) { return r.bytes == 0; });
  if (cell.size() >= bounds_.records_of_word) cell.erase(cell.begin());
  cell.push_back(std::move(record));
}

GridRaceMonitor::Cell* GridRaceMonitor::cell_at(std::uint64_t address) {
  const std::uint64_t number = address / kPageBytes;
  if (number != recent_number_) {
    auto found = pages_.find(number);
    if (found == pages_.end()) {
      if (pages_.size() >= bounds_.pages) return nullptr;
      found = pages_.try_emplace(number).first;
    }
    recent_number_ = number;
    recent_ = &found->second;
  }
  return &(*recent_)[address % kPageBytes / kCellBytes];
}

void GridRaceMonitor::access(const Access& access) {
  if (gave_up_) return;
  WarpState& warp = state(warp_of(access));
  warp.did_something = true;
  // A strong store is published together with what was fenced before it.
  const bool publishes = access.strong && access.writes && warp.fenced_at != 0;
  const Time time = publishes ? warp.fenced_at : warp.now;
  for (int done = 0; done < access.bytes;) {
    const std::uint64_t at = access.address + static_cast<std::uint64_t>(done);
    const auto first = static_cast<int>(at % kCellBytes);
    const int count = std::min(access.bytes - done, static_cast<int>(kCellBytes) - first);
    const auto bytes = static_cast<std::uint8_t>(((1u << count) - 1) << first);
    done += count;
    Cell* cell = cell_at(at);
    if (cell == nullptr) continue;
    compare(*cell, access, bytes);
    put(*cell, Record{access, time, false, bytes});
  }
}

GridRaceMonitor::Clocks GridRaceMonitor::joined(const Clocks& a, const Clocks& b) {
  if (a == nullptr || a == b) return b;
  if (b == nullptr) return a;
  Clock out(std::max(a->size(), b->size()), 0);
  std::copy(a->begin(), a->end(), out.begin());
  for (std::size_t i = 0; i < b->size(); ++i) out[i] = std::max(out[i], (*b)[i]);
  return std::make_shared<const Clock>(std::move(out));
}

// All that the warp did and knows so far.
GridRaceMonitor::Clocks GridRaceMonitor::release(std::size_t warp) {
  WarpState& s = state(warp);
  Clock out = s.known != nullptr ? *s.known : Clock();
  if (out.size() <= warp) out.resize(warp + 1, 0);
  out[warp] = s.now++;
  return std::make_shared<const Clock>(std::move(out));
}

void GridRaceMonitor::fence(Thread thread, bool releases) {
  WarpState& s = state(warp_of(thread));
  if (thread.block >= fences_.size()) fences_.resize(thread.block + std::size_t{1}, 0);
  ++fences_[thread.block];
  if (gave_up_ || !releases || !s.did_something) return;
  s.did_something = false;
  s.fenced_at = s.now;
  s.fenced = joined(s.fenced, release(warp_of(thread)));
}

void GridRaceMonitor::strong_read(Thread thread, std::uint64_t address) {
  const auto found = published_.find(address);
  if (found == published_.end()) return;
  WarpState& s = state(warp_of(thread));
  if (s.learned == found->second) return;
  s.learned = found->second;
  s.known = joined(s.known, found->second);
  s.did_something = true;  // a fence from here on tells more
}

void GridRaceMonitor::strong_write(Thread thread, std::uint64_t address, bool updates, bool releases) {
  if (gave_up_) return;
  const std::size_t warp = warp_of(thread);
  Clocks brings = releases ? release(warp) : state(warp).fenced;
  const auto found = published_.find(address);
  if (updates && found != published_.end()) brings = joined(found->second, brings);
  if (brings == nullptr) {
    if (found != published_.end()) published_.erase(found);
    return;
  }
  published_[address] = std::move(brings);
  if (published_.size() * states_.size() <= bounds_.published) return;
  gave_up_ = true;
  published_.clear();
  pages_.clear();
  states_.clear();
}

void GridRaceMonitor::read_in_block(Thread thread) {
  if (gave_up_ || thread.block >= fences_.size()) return;
  WarpState& s = state(warp_of(thread));
  if (s.seen_fence == fences_[thread.block]) return;
  s.seen_fence = fences_[thread.block];
  std::vector<std::uint32_t> all(warps_);
  std::iota(all.begin(), all.end(), 0);
  meet(thread.block, all, {thread.thread / warp_size_});
}

void GridRaceMonitor::meet(std::uint32_t block, const std::vector<std::uint32_t>& warps,
                           const std::vector<std::uint32_t>& waiting) {
  if (gave_up_) return;
  const std::size_t first = std::size_t{block} * warps_;
  state(first);
  Clock known(first + warps_, 0);
  Clocks fenced;
  for (const std::uint32_t w : warps) {
    WarpState& s = states_[first + w];
    if (s.known != nullptr) {
      known.resize(std::max(known.size(), s.known->size()), 0);
      for (std::size_t i = 0; i < s.known->size(); ++i) known[i] = std::max(known[i], (*s.known)[i]);
    }
    known[first + w] = s.now++;
    fenced = joined(fenced, s.fenced);
  }
  const auto met = std::make_shared<const Clock>(std::move(known));
  for (const std::uint32_t w : waiting) {
    WarpState& s = states_[first + w];
    s.did_something = true;
    s.known = met;
    s.fenced = joined(s.fenced, fenced);
  }
}

}  // namespace warpproof::concrete
