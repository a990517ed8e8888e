// Sets of lanes of one warp and sets of threads of one block, and how both are printed.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace warpproof {

// Lanes of one warp; bit i is lane i. Warps of up to 64 lanes.
struct LaneSet {
  std::uint64_t bits = 0;

  static LaneSet first(int count) { return {count >= 64 ? ~0ull : (1ull << count) - 1}; }
  bool contains(int lane) const { return (bits >> lane) & 1; }
  bool empty() const { return bits == 0; }
  int size() const { return std::popcount(bits); }
  int lowest() const { return std::countr_zero(bits); }  // 64 when empty
  bool operator==(const LaneSet&) const = default;

  // "0-15,31"; "none" when empty.
  std::string str() const;
};

// Threads of one block: a set of lanes for each warp.
class ThreadSet {
 public:
  ThreadSet() = default;
  ThreadSet(int warp, LaneSet lanes) { add(warp, lanes); }

  void add(int warp, LaneSet lanes);
  void add(int warp, int lane) { add(warp, LaneSet{1ull << lane}); }
  void merge(const ThreadSet& other);
  bool contains(int warp, int lane) const;
  bool empty() const;
  int size() const;
  const std::vector<LaneSet>& warps() const { return warps_; }
  bool operator==(const ThreadSet& other) const;

  // "lane 3", "lanes 4-15" (only warp 0 is concerned), "warp 2 lanes 0-7", "warps 0-3 lanes 16-31; warp 4
  // lane 0". name_warp_0: says "warp 0" too where no other warp is concerned, as a block of several warps needs.
  std::string str(bool name_warp_0 = false) const;

 private:
  std::vector<LaneSet> warps_;  // by warp index; missing warps are empty
};

}  // namespace warpproof
