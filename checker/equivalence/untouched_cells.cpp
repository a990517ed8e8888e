#include "checker/equivalence/untouched_cells.h"

#include <cstdint>
#include <tuple>
#include <vector>

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

bool UntouchedCells::find() {
  bool changed = false;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      if (!records_.is_alone(in_b, loop)) continue;
      for (const auto& [what, u] : record.cells) {
        const LoopUnit unit{in_b, loop, what};
        if (u.form.kind != CellForm::Kind::Any || u.form.taints || touched_.contains(unit)) continue;
        Term& known = untouched_[unit];
        changed = changed || known != u.entry.bits.at(what.first);
        known = u.entry.bits.at(what.first);
      }
    }
  }
  return changed;
}

// Does an iteration, reached when the other side's loops before it are over, leave the cell as it was?
bool UntouchedCells::is_untouched(const LoopUnit& unit) {
  const auto& [in_b, loop, what] = unit;
  const auto record = records_[in_b].find(loop);
  if (record == records_[in_b].end() || !record->second.cells.contains(what)) return false;
  const LoopRecord::Unknown& u = record->second.cells.at(what);
  const int thread = what.first;
  std::vector<Term> known{states_.reached(loop, in_b, thread, thread + 1)};
  for (const auto& [other, before] : records_[!in_b]) {
    if (other < loop && before.parent < 0 && record->second.parent < 0)
      known.push_back(states_.facts_of_leaving(!in_b, other, thread));
  }
  known.push_back(terms_.represent(u.guard.at(thread)));
  const auto never = [&](Term c) {
    std::vector<Term> all = known;
    all.push_back(c);
    return terms_.is_infeasible(graph_.conj(all));
  };
  const Term entry = u.entry.bits.at(thread), now = terms_.where(u.guard.at(thread), u.now.bits.at(thread));
  return untouched_.at(unit) == entry &&
         terms_.same_bits(never)(now, terms_.where(u.guard.at(thread), entry));
}

bool UntouchedCells::weaken() {
  using Cell = std::tuple<bool, std::uint32_t, LoopUnknown::Kind, std::uint32_t, symbolic::StateCell>;
  const auto cell_of = [](const LoopUnit& unit) {
    const auto& [in_b, loop, what] = unit;
    return Cell{in_b, loop, what.kind, what.target, what.cell};
  };
  std::set<Cell> dropped;
  for (const auto& [unit, term] : untouched_) {
    if (!dropped.contains(cell_of(unit)) && !is_untouched(unit)) dropped.insert(cell_of(unit));
  }
  return std::erase_if(untouched_, [&](const auto& known) {
           const bool drop = dropped.contains(cell_of(known.first));
           if (drop) touched_.insert(known.first);
           return drop;
         }) > 0;
}

}  // namespace warpproof::equivalence
