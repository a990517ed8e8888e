// Loops that only one side has: the rest of one that goes on where the other side's ended. A cell that their
// iterations are proved to leave as it was has no unknown; its value is that from before the loop.
#include "checker/equivalence/loop_relation.h"

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

// True: unknowns are others than they were.
bool LoopRelation::find_untouched() {
  bool changed = false;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      if (!is_alone(in_b, loop)) continue;
      for (const auto& [what, u] : record.cells) {
        const Unit unit{in_b, loop, what};
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
bool LoopRelation::is_untouched(const Unit& unit) {
  const auto& [in_b, loop, what] = unit;
  const auto record = records_[in_b].find(loop);
  if (record == records_[in_b].end() || !record->second.cells.contains(what)) return false;
  const LoopRecord::Unknown& u = record->second.cells.at(what);
  const int thread = what.first;
  std::vector<Term> known{reached(loop, in_b, thread, thread + 1)};
  for (const auto& [other, before] : records_[!in_b]) {
    if (other < loop && before.parent < 0 && record->second.parent < 0)
      known.push_back(facts_of_leaving(!in_b, other, thread));
  }
  known.push_back((*representatives_)(u.guard.at(thread)));
  const auto never = [&](Term c) {
    std::vector<Term> all = known;
    all.push_back(c);
    return is_infeasible(graph_.conj(all));
  };
  const Term entry = u.entry.bits.at(thread), now = where(u.guard.at(thread), u.now.bits.at(thread));
  return untouched_.at(unit) == entry && same_bits(never)(now, where(u.guard.at(thread), entry));
}

// Drops what is not left as it was; where that is so of one thread's cell, all threads' are dropped.
bool LoopRelation::weaken_untouched() {
  using Cell = std::tuple<bool, std::uint32_t, LoopUnknown::Kind, std::uint32_t, symbolic::StateCell>;
  const auto cell_of = [](const Unit& unit) {
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

// Both parts of the loop together move what counts their iterations no farther than one loop does.
void LoopRelation::add_bound_of_rest(bool in_b, std::uint32_t loop, int first, int last,
                                     std::vector<Term>& out) {
  const auto most = bounds_.find(loop);
  const bool is_rest = goes_on_in_rest_ == in_b && is_alone(in_b, loop) && records_[in_b].at(loop).parent < 0;
  if (!is_rest || most == bounds_.end()) return;
  for (auto before = records_[in_b].rbegin(); before != records_[in_b].rend(); ++before) {
    if (before->first >= loop || before->second.parent >= 0) continue;
    for (int t = first; t < last; ++t) {
      if (!only_target(in_b, before->first)) continue;
      for (const auto& [what, conditions] : before->second.bits) {
        if (what.kind != LoopUnknown::Kind::Exit || what.first != t) continue;
        const auto way = departure(in_b, before->first, what.target, t);
        if (!way) continue;
        const Term made = graph_.add(graph_.sub(way->iterations, graph_.constant(64, way->more)),
                                     graph_.add(iterations_before(loop, 64), graph_.constant(64, 1)));
        out.push_back(graph_.implies((*representatives_)(before->second.entered.at(t)),
                                     graph_.lnot(graph_.ult(graph_.constant(64, most->second.most), made))));
      }
    }
    return;
  }
}

}  // namespace warpproof::equivalence
