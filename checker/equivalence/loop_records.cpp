#include "checker/equivalence/loop_records.h"

namespace warpproof::equivalence {

using symbolic::LoopRecord;
using symbolic::LoopUnknown;

bool LoopRecords::ended_before(bool in_b, std::uint32_t loop, std::uint32_t other) const {
  return other < loop && records_[in_b].at(other).parent == records_[in_b].at(loop).parent;
}

std::optional<std::uint32_t> LoopRecords::only_target(bool in_b, std::uint32_t loop) const {
  std::set<std::uint32_t> out;
  for (const auto& [what, conditions] : records_[in_b].at(loop).bits) {
    if (what.kind == LoopUnknown::Kind::Exit) out.insert(what.target);
  }
  return out.size() == 1 ? std::optional(*out.begin()) : std::nullopt;
}

int LoopRecords::group_size(const LoopRecord& record, const LoopUnknown& what) const {
  if (what.kind != LoopUnknown::Kind::Present) return 1;
  const auto next = record.bits.upper_bound(what);
  const bool more = next != record.bits.end() && next->first.kind == what.kind;
  return (more ? next->first.first : threads_) - what.first;
}

}  // namespace warpproof::equivalence
