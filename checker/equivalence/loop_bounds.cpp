#include "checker/equivalence/loop_bounds.h"

namespace warpproof::equivalence {

void LoopBounds::forget() {
  bounds_.clear();
  variables_.forget_most_iterations();
  looked_ = false;
}

bool LoopBounds::find() {
  if (looked_) return false;
  looked_ = true;
  IndexUses::Moved moved;
  for (const auto& [loop, iterations] : variables_.iterations()) moved.emplace(iterations.id, loop);
  bounds_ = indices_.uses(std::move(moved)).bounds();
  for (const auto& [loop, bound] : bounds_) variables_.set_most_iterations(loop, bound.most);
  return !bounds_.empty();
}

std::vector<LoopBounds::Assumed> LoopBounds::assumed() {
  std::vector<Assumed> out;
  for (const auto& [loop, bound] : bounds_) {
    // The number of iterations is one for both sides: each side that has the loop has to keep to the bound. Side
    // condition: of the other side nothing is known, as it may have left its loop by then.
    const auto ends = [&, loop = loop, most = bound.most](bool in_b) {
      const auto record = records_[in_b].find(loop);
      if (record == records_[in_b].end()) return true;
      if (states_.any_rest()) return false;
      std::vector<Term> back;
      for (int t = 0; t < threads_; ++t) back.push_back(terms_.represent(record->second.back.at(t)));
      const Term parts[] = {states_.reached(loop, in_b, 0, threads_), graph_.disj(back),
                            graph_.eq(variables_.iterations_before(loop, 64), graph_.constant(64, most))};
      return terms_.is_infeasible(graph_.conj(parts));
    };
    for (const bool in_b : {false, true}) {
      if (!ends(in_b)) out.push_back({loop, in_b, records_[in_b].at(loop).place, bound});
    }
  }
  return out;
}

}  // namespace warpproof::equivalence
