// Lanes that can go on, grouped by where they stand, in the order of the schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "src/concrete/lane_mask.h"
#include "src/concrete/positions.h"

namespace warpproof::concrete {

// A short sorted list. Groups are handed out and taken back, so that a step allocates nothing.
class RunQueue {
 public:
  struct Entry {
    PositionId position;
    std::uint64_t since;  // when lanes came to stand there first
    Group group;
  };

  RunQueue(const Positions& positions, std::size_t warps) : positions_(positions), warps_(warps) {}

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  Entry& operator[](std::size_t i) { return entries_[i]; }
  const Entry& operator[](std::size_t i) const { return entries_[i]; }

  void add(PositionId position, std::uint64_t now, std::uint32_t warp, LaneMask lanes) {
    std::size_t i = entries_.size();
    while (i > 0 && positions_.before(position, entries_[i - 1].position)) --i;
    if (i == 0 || entries_[i - 1].position != position)
      entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(i), Entry{position, now, spare()});
    else
      --i;
    entries_[i].group[warp] |= lanes;
  }

  Entry take(std::size_t i) {
    Entry out = std::move(entries_[i]);
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    return out;
  }
  void give_back(Group group) { spare_.push_back(std::move(group)); }

 private:
  Group spare() {
    if (spare_.empty()) return Group(warps_, 0);
    Group out = std::move(spare_.back());
    spare_.pop_back();
    out.assign(warps_, 0);
    return out;
  }

  const Positions& positions_;
  std::size_t warps_;
  std::vector<Entry> entries_;
  std::vector<Group> spare_;
};

}  // namespace warpproof::concrete
