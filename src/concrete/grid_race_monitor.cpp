#include "src/concrete/grid_race_monitor.h"

#include <algorithm>
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

GridRaceMonitor::BlockState& GridRaceMonitor::state(std::uint32_t block) {
  if (block >= blocks_.size()) blocks_.resize(block + std::size_t{1});
  return blocks_[block];
}

bool GridRaceMonitor::knows(std::uint32_t block, const Record& record) {
  const Clocks& known = state(block).known;
  const std::uint32_t other = record.access.block;
  return other == block || (known != nullptr && other < known->size() && record.time <= (*known)[other]);
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
    const bool strong = earlier.access.strong && later.strong;
    if ((earlier.bytes & bytes) == 0 || reads || strong || knows(later.block, earlier)) continue;
    if (behind_by_coherence(cell, i, later)) continue;
    report_(earlier.access, later, !earlier.severe && equal_stores(earlier.access, later));
  }
}

// A weak store stands for all that was before it: what is unordered with one of those and ordered with the
// store was found to race when the store came.
void GridRaceMonitor::put(Cell& cell, Record record) {
  const Access& now = record.access;
  const bool covers_all = now.writes && !now.strong;
  for (Record& earlier : cell) {
    const bool own = earlier.access.block == now.block;
    if ((earlier.bytes & record.bytes) == 0 || !(covers_all || (own && stands_for(now, earlier.access))))
      continue;
    earlier.bytes = static_cast<std::uint8_t>(earlier.bytes & ~record.bytes);
    if (own || !knows(now.block, earlier))
      record.severe |= earlier.severe || !equal_stores(earlier.access, now);
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
  BlockState& block = state(access.block);
  block.did_something = true;
  // A strong store is told together with what was fenced before it.
  const bool told = access.strong && access.writes && block.fenced != nullptr;
  const Time time = told ? block.fenced_at : block.now;
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

// All that the block did and knows so far.
GridRaceMonitor::Clocks GridRaceMonitor::release(std::uint32_t block) {
  BlockState& s = state(block);
  Clock out = s.known != nullptr ? *s.known : Clock();
  if (out.size() <= block) out.resize(block + std::size_t{1}, 0);
  out[block] = s.now++;
  return std::make_shared<const Clock>(std::move(out));
}

void GridRaceMonitor::fence(std::uint32_t block) {
  BlockState& s = state(block);
  if (gave_up_ || !s.did_something) return;
  s.did_something = false;
  s.fenced_at = s.now;
  s.fenced = release(block);
}

void GridRaceMonitor::strong_read(std::uint32_t block, std::uint64_t address) {
  const auto found = published_.find(address);
  if (found == published_.end()) return;
  BlockState& s = state(block);
  if (s.learned == found->second) return;
  s.learned = found->second;
  s.known = joined(s.known, found->second);
  s.did_something = true;  // a fence from here on tells more
}

void GridRaceMonitor::strong_write(std::uint32_t block, std::uint64_t address, bool updates, bool releases) {
  if (gave_up_) return;
  Clocks brings = releases ? release(block) : state(block).fenced;
  const auto found = published_.find(address);
  if (updates && found != published_.end()) brings = joined(found->second, brings);
  if (brings == nullptr) {
    if (found != published_.end()) published_.erase(found);
    return;
  }
  published_[address] = std::move(brings);
  if (published_.size() * blocks_.size() <= bounds_.published) return;
  gave_up_ = true;
  published_.clear();
  pages_.clear();
  blocks_.clear();
}

}  // namespace warpproof::concrete
