#include "checker/equivalence/closed_cells.h"

#include <algorithm>

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

// By it and by inputs alone; contents of memory that loops leave unknown are neither.
bool ClosedCells::knows_by_iterations(Term t, std::uint32_t loop) {
  const Term counter = variables_.iterations_before(loop, 64);
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  const auto is_number = [&](Term v) { return v == counter || terms_.is_input(v.id); };
  return std::find(leaves.variables.begin(), leaves.variables.end(), counter) != leaves.variables.end() &&
         std::all_of(leaves.variables.begin(), leaves.variables.end(), is_number) &&
         std::all_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) < kFirstLoopContents; });
}

// Is that what enters, and what comes back?
bool ClosedCells::is_closed(const LoopUnit& unit, const LoopRecord& record, const LoopRecord::Unknown& u,
                            Term closed) {
  const auto& [in_b, loop, what] = unit;
  const int thread = what.first;
  const auto equal = [&, in_b = in_b, loop = loop](Term guard, Term a, Term b) {
    const auto never = [&](Term c) {
      const Term parts[] = {states_.reached(loop, in_b, thread, thread + 1), terms_.represent(guard), c};
      return terms_.is_infeasible(graph_.conj(parts));
    };
    return never(graph_.truth(true)) ||
           terms_.same_bits(never)(terms_.where(guard, a), terms_.where(guard, b));
  };
  const Term counter = variables_.iterations_before(loop, 64);
  return equal(record.entered.at(thread), u.entry.bits.at(thread),
               variables_.with_iterations(closed, loop, graph_.constant(64, 0))) &&
         equal(record.back.at(thread), u.now.bits.at(thread),
               variables_.with_iterations(closed, loop, graph_.add(counter, graph_.constant(64, 1))));
}

// What cells held at the head of the iteration, as far as it matters for what they hold later.
std::set<Term> ClosedCells::used_in_iteration(const LoopRecord& record) const {
  std::vector<Term> roots;
  for (const auto& [what, u] : record.cells) {
    for (int t = what.first; t < what.first + u.size; ++t) roots.push_back(u.now.bits.at(t));
  }
  const auto leaves = collect_leaves(graph_, roots);
  return {leaves.variables.begin(), leaves.variables.end()};
}

std::map<LoopUnit, Term> ClosedCells::closed_in(bool in_b, std::uint32_t loop) {
  std::map<LoopUnit, Term> out;
  const LoopRecord& record = records_[in_b].at(loop);
  const auto used = used_in_iteration(record);
  const Term before = graph_.sub(variables_.iterations_before(loop, 64), graph_.constant(64, 1));
  for (const auto& [what, u] : record.cells) {
    const LoopUnit unit{in_b, loop, what};
    if (what.kind != LoopUnknown::Kind::Head || u.form.kind != CellForm::Kind::Any || u.form.taints ||
        open_.contains(unit) || variables_.has_no_unknown(unit) ||
        graph_.is_false(record.back.at(what.first)))
      continue;
    const Term now = terms_.where(record.back.at(what.first), u.now.bits.at(what.first));
    if (!used.contains(variables_.of(unit, u.entry.width)) || !knows_by_iterations(now, loop)) continue;
    const Term closed = variables_.with_iterations(now, loop, before);
    if (is_closed(unit, record, u, closed)) out.emplace(unit, closed);
  }
  return out;
}

bool ClosedCells::find() {
  bool changed = false;
  for (const auto& [loop, record] : records_[0]) {
    if (!records_[1].contains(loop) || !counters_.counts(loop)) continue;
    const bool any = std::any_of(closed_.begin(), closed_.end(),
                                 [&, loop = loop](const auto& c) { return std::get<1>(c.first) == loop; });
    if (any) continue;
    auto in_a = closed_in(false, loop), in_b = closed_in(true, loop);
    if (in_a.size() == in_b.size()) continue;
    closed_.merge(in_a);
    closed_.merge(in_b);
    changed = true;
  }
  return changed;
}

bool ClosedCells::weaken() {
  bool changed = false;
  for (auto it = closed_.begin(); it != closed_.end();) {
    const auto& [in_b, loop, what] = it->first;
    if (what.kind != LoopUnknown::Kind::Head) {
      ++it;
      continue;
    }
    const auto record = records_[in_b].find(loop);
    const bool recorded = record != records_[in_b].end() && record->second.cells.contains(what);
    if (recorded && is_closed(it->first, record->second, record->second.cells.at(what), it->second)) {
      ++it;
      continue;
    }
    open_.insert(it->first);
    it = closed_.erase(it);
    changed = true;
  }
  return changed;
}

bool ClosedCells::find_after() {
  std::map<LoopUnit, Term> now;
  for (const auto& [head, term] : closed_) {
    const auto& [in_b, loop, what] = head;
    const auto record =
        what.kind == LoopUnknown::Kind::Head ? records_[in_b].find(loop) : records_[in_b].end();
    if (record == records_[in_b].end()) continue;
    for (const auto& [after, u] : record->second.cells) {
      if (after.kind != LoopUnknown::Kind::After || after.cell != what.cell || after.first != what.first ||
          u.form.kind != CellForm::Kind::Any || u.form.taints)
        continue;
      const Term left = terms_.where(u.guard.at(what.first), u.now.bits.at(what.first));
      const auto way = states_.departure(in_b, loop, after.target, what.first);
      if (!way || !knows_by_iterations(left, loop)) continue;
      now.emplace(LoopUnit{in_b, loop, after},
                  variables_.with_iterations(left, loop,
                                             graph_.sub(way->iterations, graph_.constant(64, way->more))));
    }
  }
  std::map<LoopUnit, Term> before;
  for (const auto& c : closed_) {
    if (std::get<2>(c.first).kind == LoopUnknown::Kind::After) before.insert(c);
  }
  if (now == before) return false;
  for (const auto& c : before) closed_.erase(c.first);
  closed_.merge(now);
  return true;
}

}  // namespace warpproof::equivalence
