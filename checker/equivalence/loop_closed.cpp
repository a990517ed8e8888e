// Cells that an iteration leaves with what its number tells, whatever they held: an element that is loaded
// for the next iteration, for one. Such a cell has no unknown of its own. At the head of an iteration it is
// claimed to be what the iteration before left, by its number, which holds before the first iteration as
// well; that is proved of what enters and of what comes back.
#include <algorithm>

#include "checker/equivalence/loop_relation.h"

namespace warpproof::equivalence {

using symbolic::CellForm;
using symbolic::LoopRecord;
using symbolic::LoopUnknown;

// By it and by inputs alone; contents of memory that loops leave unknown are neither.
bool LoopRelation::knows_by_iterations(Term t, std::uint32_t loop) {
  const Term counter = iterations_before(loop, 64);
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  const auto is_number = [&](Term v) { return v == counter || facts_.inputs.contains(v.id); };
  return std::find(leaves.variables.begin(), leaves.variables.end(), counter) != leaves.variables.end() &&
         std::all_of(leaves.variables.begin(), leaves.variables.end(), is_number) &&
         std::all_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) < kFirstNumber; });
}

Term LoopRelation::with_iterations(Term t, std::uint32_t loop, Term iterations) {
  Substitute put(graph_);
  put.map(iterations_before(loop, 64), iterations);
  return put(t);
}

// Is that what enters, and what comes back?
bool LoopRelation::is_closed(const Unit& unit, const LoopRecord& record, const LoopRecord::Unknown& u,
                             Term closed) {
  const auto& [in_b, loop, what] = unit;
  const int thread = what.first;
  const auto equal = [&, in_b = in_b, loop = loop](Term guard, Term a, Term b) {
    const auto never = [&](Term c) {
      const Term parts[] = {reached(loop, in_b, thread, thread + 1), (*representatives_)(guard), c};
      return is_infeasible(graph_.conj(parts));
    };
    return never(graph_.truth(true)) || same_bits(never)(where(guard, a), where(guard, b));
  };
  const Term counter = iterations_before(loop, 64);
  return equal(record.entered.at(thread), u.entry.bits.at(thread),
               with_iterations(closed, loop, graph_.constant(64, 0))) &&
         equal(record.back.at(thread), u.now.bits.at(thread),
               with_iterations(closed, loop, graph_.add(counter, graph_.constant(64, 1))));
}

// What cells held at the head of the iteration, as far as it matters for what they hold later.
std::set<Term> LoopRelation::used_in_iteration(const LoopRecord& record) const {
  std::vector<Term> roots;
  for (const auto& [what, u] : record.cells) {
    for (int t = what.first; t < what.first + u.size; ++t) roots.push_back(u.now.bits.at(t));
  }
  const auto leaves = collect_leaves(graph_, roots);
  return {leaves.variables.begin(), leaves.variables.end()};
}

std::map<LoopRelation::Unit, Term> LoopRelation::closed_in(bool in_b, std::uint32_t loop) {
  std::map<Unit, Term> out;
  const LoopRecord& record = records_[in_b].at(loop);
  const auto used = used_in_iteration(record);
  const Term before = graph_.sub(iterations_before(loop, 64), graph_.constant(64, 1));
  for (const auto& [what, u] : record.cells) {
    const Unit unit{in_b, loop, what};
    if (what.kind != LoopUnknown::Kind::Head || u.form.kind != CellForm::Kind::Any || u.form.taints ||
        open_.contains(unit) || has_no_unknown(unit) || graph_.is_false(record.back.at(what.first)))
      continue;
    const Term now = where(record.back.at(what.first), u.now.bits.at(what.first));
    if (!used.contains(variable(unit, u.entry.width)) || !knows_by_iterations(now, loop)) continue;
    const Term closed = with_iterations(now, loop, before);
    if (is_closed(unit, record, u, closed)) out.emplace(unit, closed);
  }
  return out;
}

// Where both sides have such cells they may as well go together. True: unknowns are others than they were.
bool LoopRelation::find_closed() {
  bool changed = false;
  choose_representatives();
  for (const auto& [loop, record] : records_[0]) {
    if (!records_[1].contains(loop) || !has_counter(loop)) continue;
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

bool LoopRelation::weaken_closed() {
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

// What such cells leave the loop with, by how many iterations there were. True: unknowns are others than they
// were.
bool LoopRelation::find_closed_behind() {
  std::map<Unit, Term> now;
  for (const auto& [head, term] : closed_) {
    const auto& [in_b, loop, what] = head;
    const auto record =
        what.kind == LoopUnknown::Kind::Head ? records_[in_b].find(loop) : records_[in_b].end();
    if (record == records_[in_b].end()) continue;
    for (const auto& [behind, u] : record->second.cells) {
      if (behind.kind != LoopUnknown::Kind::After || behind.cell != what.cell || behind.first != what.first ||
          u.form.kind != CellForm::Kind::Any || u.form.taints)
        continue;
      const Term left = where(u.guard.at(what.first), u.now.bits.at(what.first));
      const auto way = departure(in_b, loop, behind.target, what.first);
      if (!way || !knows_by_iterations(left, loop)) continue;
      now.emplace(Unit{in_b, loop, behind},
                  with_iterations(left, loop, graph_.sub(way->iterations, graph_.constant(64, way->more))));
    }
  }
  std::map<Unit, Term> before;
  for (const auto& c : closed_) {
    if (std::get<2>(c.first).kind == LoopUnknown::Kind::After) before.insert(c);
  }
  if (now == before) return false;
  for (const auto& c : before) closed_.erase(c.first);
  closed_.merge(now);
  return true;
}

}  // namespace warpproof::equivalence
