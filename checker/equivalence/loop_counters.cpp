#include "checker/equivalence/loop_counters.h"

#include <algorithm>

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

bool LoopCounters::find() {
  const auto counts = [&](const auto& counter) {
    const auto& [in_b, loop, what] = counter;
    const auto record = records_[in_b].find(loop);
    if (record == records_[in_b].end()) return true;
    const auto cell = record->second.cells.find(what);
    return cell == record->second.cells.end() || cell->second.form.kind == CellForm::Kind::Step;
  };
  bool changed = false;
  for (auto it = counters_.begin(); it != counters_.end();) {
    if (counts(*it)) {
      ++it;
      continue;
    }
    no_counters_.insert(*it);
    it = counters_.erase(it);
    changed = true;
  }
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (const auto& [what, u] : record.cells) {
        const bool steps = u.form.kind == CellForm::Kind::Step && u.size == threads_;
        const LoopUnit unit{in_b, loop, what};
        if (what.kind != LoopUnknown::Kind::Head || !steps || no_counters_.contains(unit)) continue;
        const int width = u.entry.width;
        const Term next = graph_.add(variables_.of(unit, width), graph_.constant(width, 1));
        const Term moved = graph_.mul(next, graph_.constant(width, u.form.step));
        bool exact = true, comes = false;
        for (int t = 0; t < threads_; ++t) {
          if (graph_.is_false(u.guard.at(t))) continue;
          comes = true;
          exact = exact && u.now.bits.at(t) == graph_.add(u.entry.bits.at(t), moved);
        }
        if (!comes) continue;
        if (exact == counters_.contains(unit)) continue;
        changed = true;
        if (exact) {
          counters_.insert(unit);
        } else {
          counters_.erase(unit);
          no_counters_.insert(unit);
        }
      }
    }
  }
  return changed;
}

bool LoopCounters::counts(std::uint32_t loop) const {
  return std::any_of(counters_.begin(), counters_.end(),
                     [&](const auto& c) { return std::get<1>(c) == loop; });
}

std::vector<std::uint64_t> LoopCounters::steps(bool in_b, std::uint32_t loop) const {
  std::vector<std::uint64_t> out;
  for (const auto& [what, u] : records_[in_b].at(loop).cells) {
    if (!counters_.contains({in_b, loop, what})) continue;
    const std::uint64_t all = u.entry.width >= 64 ? ~0ull : (1ull << u.entry.width) - 1;
    out.push_back(std::min(u.form.step, (0 - u.form.step) & all));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace warpproof::equivalence
