#include "checker/equivalence/loop_indices.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpproof::equivalence {

IndexUses LoopIndices::uses(IndexUses::Moved moved) const {
  IndexUses out(graph_, std::move(moved), [this](Term t) { return is_invariant(t); });
  add_uses(out);
  return out;
}

// Is the value the same in all iterations of the loops it is used in? Those of the loop around are numbers
// that it leaves alone: `j < i` bounds j.
bool LoopIndices::is_invariant(Term t) const {
  const Term roots[] = {t};
  const auto leaves = collect_leaves(graph_, roots);
  for (const Term v : leaves.variables) {
    const auto counts = [&](const auto& r) { return r.second == v; };
    if (!terms_.is_input(v.id) &&
        std::none_of(variables_.iterations().begin(), variables_.iterations().end(), counts))
      return false;
  }
  return std::all_of(leaves.reads.begin(), leaves.reads.end(),
                     [&](Term r) { return graph_.aux(r) < kFirstLoopContents; });
}

void LoopIndices::add_uses(IndexUses& uses) const {
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
    for (const auto& step : records_.order(in_b).steps()) {
      for (const auto& access : step.accesses) {
        for (int t = 0; t < threads_; ++t) uses.add_address(access.offset.at(t));
      }
    }
  }
  uses.add_conditions(conditions);
  values.insert(values.end(), conditions.begin(), conditions.end());
  uses.add_reads(values);
}

}  // namespace warpproof::equivalence
