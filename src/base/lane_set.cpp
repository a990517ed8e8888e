#include "src/base/lane_set.h"

#include <algorithm>

namespace warpproof {

std::string LaneSet::str() const {
  if (bits == 0) return "none";
  std::string out;
  for (int i = 0; i < 64; ++i) {
    if (!contains(i)) continue;
    int end = i;
    while (end < 63 && contains(end + 1)) ++end;
    if (!out.empty()) out += ",";
    out += std::to_string(i);
    if (end > i) out += "-" + std::to_string(end);
    i = end;
  }
  return out;
}

void ThreadSet::add(int warp, LaneSet lanes) {
  if (lanes.empty()) return;
  if (static_cast<std::size_t>(warp) >= warps_.size()) warps_.resize(warp + 1);
  warps_[warp].bits |= lanes.bits;
}

void ThreadSet::merge(const ThreadSet& other) {
  for (std::size_t w = 0; w < other.warps_.size(); ++w) add(static_cast<int>(w), other.warps_[w]);
}

bool ThreadSet::contains(int warp, int lane) const {
  return static_cast<std::size_t>(warp) < warps_.size() && warps_[warp].contains(lane);
}

bool ThreadSet::empty() const {
  return std::all_of(warps_.begin(), warps_.end(), [](LaneSet s) { return s.empty(); });
}

int ThreadSet::size() const {
  int n = 0;
  for (LaneSet s : warps_) n += s.size();
  return n;
}

bool ThreadSet::operator==(const ThreadSet& other) const {
  const std::size_t n = std::max(warps_.size(), other.warps_.size());
  const auto at = [](const std::vector<LaneSet>& v, std::size_t i) {
    return i < v.size() ? v[i] : LaneSet{};
  };
  for (std::size_t i = 0; i < n; ++i) {
    if (!(at(warps_, i) == at(other.warps_, i))) return false;
  }
  return true;
}

std::string ThreadSet::str(bool name_warp_0) const {
  if (empty()) return "none";
  const bool one_warp = !name_warp_0 &&
      std::all_of(warps_.begin() + 1, warps_.end(), [](LaneSet s) { return s.empty(); });
  std::string out;
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    if (warps_[w].empty()) continue;
    std::size_t end = w;
    while (end + 1 < warps_.size() && warps_[end + 1] == warps_[w]) ++end;
    if (!out.empty()) out += "; ";
    if (!one_warp || w > 0) {
      out += end > w ? "warps " + std::to_string(w) + "-" + std::to_string(end) + " "
                     : "warp " + std::to_string(w) + " ";
    }
    out += (warps_[w].size() == 1 ? "lane " : "lanes ") + warps_[w].str();
    w = end;
  }
  return out;
}

}  // namespace warpproof
