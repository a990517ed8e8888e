#include "src/concrete/bank.h"

#include <cstring>

namespace warpproof::concrete {

void Bank::load(std::uint32_t reg, LaneVector& out) const {
  const std::byte* from = const_cast<Bank*>(this)->slot(reg);
  out.width = lanes->width[reg];
  if (out.width == 1) {
    std::memcpy(&out.mask, from, 4);
  } else if (out.width > 32) {
    std::memcpy(out.lane.data(), from, kSlot64);
  } else {
    const auto* words = reinterpret_cast<const std::uint32_t*>(from);
    for (int lane = 0; lane < kLanes; ++lane) out.lane[lane] = words[lane];
  }
}

void Bank::store(std::uint32_t reg, LaneMask mask, const LaneVector& word) {
  std::byte* to = slot(reg);
  if (word.width == 1) {
    auto& bits = *reinterpret_cast<std::uint32_t*>(to);
    bits = (bits & ~mask) | (word.mask & mask);
  } else if (lanes->width[reg] > 32) {
    auto* words = reinterpret_cast<std::uint64_t*>(to);
    for_each_lane(mask, [&](int lane) { words[lane] = word.lane[lane]; });
  } else {
    auto* words = reinterpret_cast<std::uint32_t*>(to);
    for_each_lane(mask, [&](int lane) { words[lane] = static_cast<std::uint32_t>(word.lane[lane]); });
  }
}

}  // namespace warpproof::concrete
