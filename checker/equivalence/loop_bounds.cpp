// How often loops are taken to run at most, so that indices of 32 bits do not wrap around (index_uses.h).
//
// A bound is an assumption of the verdict, printed with its number, unless it is proved: no state is reached
// in which a loop goes on after as many iterations. What is followed in the loop and after it is then only
// claimed of executions that keep to it.
#include "checker/equivalence/loop_relation.h"

namespace warpproof::equivalence {

using symbolic::LoopRecord;

// Is the value the same in all iterations of the loops it is used in? Those of the loop around are numbers
// that it leaves alone: `j < i` bounds j.
bool LoopRelation::is_invariant(Term t) {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  for (const Term v : leaves.variables) {
    const auto counts = [&](const auto& r) { return r.second == v; };
    if (!facts_.inputs.contains(v.id) && std::none_of(iterations_.begin(), iterations_.end(), counts))
      return false;
  }
  return std::all_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) < kFirstNumber; });
}

// Everything that decides who is in an iteration, and all addresses of either side.
void LoopRelation::add_index_uses(IndexUses& uses) {
  std::vector<Term> conditions, values;
  for (const bool in_b : {false, true}) {
    for (const auto& [loop, record] : records_[in_b]) {
      for (int t = 0; t < threads_; ++t) conditions.push_back(record.back.at(t));
      for (const auto& [what, decided_by] : record.bits)
        conditions.insert(conditions.end(), decided_by.begin(), decided_by.end());
      for (const auto& [what, u] : record.cells) {
        for (int t = what.first; t < what.first + u.size; ++t) values.push_back(u.now.bits.at(t));
      }
      for (const auto& [key, allocation] : record.after->allocations()) {
        for (const auto& store : allocation.log) {
          for (int t = 0; t < threads_; ++t) {
            uses.add_address(store.offset.at(t));
            values.push_back(store.value.bits.at(t));
          }
        }
      }
    }
    for (const auto& step : orders_[in_b]->steps()) {
      for (const auto& access : step.accesses) {
        for (int t = 0; t < threads_; ++t) uses.add_address(access.offset.at(t));
      }
    }
  }
  uses.add_conditions(conditions);
  values.insert(values.end(), conditions.begin(), conditions.end());
  uses.add_reads(values);
}

void LoopRelation::forget_bounds() {
  bounds_.clear();
  looked_for_bounds_ = false;
}

// Once what counts iterations is known. True: unknowns are others than they were.
bool LoopRelation::find_bounds() {
  if (!bounded_ || looked_for_bounds_) return false;
  looked_for_bounds_ = true;
  IndexUses::Moved moved;
  for (const auto& [loop, iterations] : iterations_) moved.emplace(iterations.id, loop);
  IndexUses uses(graph_, moved, [this](Term t) { return is_invariant(t); });
  add_index_uses(uses);
  bounds_ = uses.bounds();
  return !bounds_.empty();
}

std::vector<LoopRelation::AssumedBound> LoopRelation::assumed_bounds() {
  std::vector<AssumedBound> out;
  for (const auto& [loop, bound] : bounds_) {
    const auto ends = [&, loop = loop, most = bound.most](bool in_b) {
      const auto record = records_[in_b].find(loop);
      if (record == records_[in_b].end() || goes_on_in_rest_) return false;
      std::vector<Term> back;
      for (int t = 0; t < threads_; ++t) back.push_back((*representatives_)(record->second.back.at(t)));
      const Term parts[] = {reached(loop, false, 0, threads_), reached(loop, true, 0, threads_),
                            graph_.disj(back),
                            graph_.eq(iterations_before(loop, 64), graph_.constant(64, most))};
      return is_infeasible(graph_.conj(parts));
    };
    const bool in_b = !records_[0].contains(loop);
    if (in_b && !records_[1].contains(loop)) continue;
    if (!ends(false) && !ends(true)) out.push_back({loop, in_b, records_[in_b].at(loop).place, bound});
  }
  return out;
}

}  // namespace warpproof::equivalence
