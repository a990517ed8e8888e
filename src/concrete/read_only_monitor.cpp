#include "src/concrete/read_only_monitor.h"

namespace warpproof::concrete {

ReadOnlyMonitor::Page& ReadOnlyMonitor::page_at(std::uint64_t address) {
  const std::uint64_t number = address / kPageBytes;
  if (recent_ == nullptr || number != recent_number_) {
    recent_number_ = number;
    recent_ = &pages_[number];
  }
  return *recent_;
}

std::optional<ReadOnlyMonitor::Access> ReadOnlyMonitor::note(const Access& access, bool stores) {
  std::optional<Access> out;
  std::uint32_t own = 0;
  for (int i = 0; i < access.bytes; ++i) {
    const std::uint64_t at = access.address + static_cast<std::uint64_t>(i);
    Page& page = page_at(at);
    std::uint32_t& first = page.first[stores ? 1 : 0][at % kPageBytes];
    if (first == 0) {
      if (own == 0) {
        accesses_.push_back(access);
        own = static_cast<std::uint32_t>(accesses_.size());
      }
      first = own;
    }
    const std::uint32_t other = page.first[stores ? 0 : 1][at % kPageBytes];
    if (other != 0 && (!out || out->block != access.block)) out = accesses_[other - 1];
  }
  return out;
}

}  // namespace warpproof::concrete
