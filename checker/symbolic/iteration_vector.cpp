#include "checker/symbolic/iteration_vector.h"

namespace warpproof::symbolic {

IterationVector::Same IterationVector::same_run(TermGraph& g, int thread, const IterationVector& other,
                                                int other_thread, int warp_size) const {
  const Term no = g.truth(false);
  if (place_ != other.place_ || position_ != other.position_) return {no, no};
  Same out{g.truth(true), g.truth(true)};
  const bool complete = loops_.size() == other.loops_.size();
  if (!complete) out.surely = no;
  for (std::size_t i = 0; i < loops_.size() && complete; ++i) {
    const Loop &a = loops_[i], &b = other.loops_[i];
    if (a.key != b.key) {
      out.surely = no;
      continue;
    }
    // The loop keeps these two together: its followed iterations are different ones, or one.
    const bool in_step = a.followed != 0 && b.followed != 0 && a.together == b.together &&
                         (a.together == Together::Block ||
                          (a.together == Together::Warp && thread / warp_size == other_thread / warp_size));
    if (in_step) {
      if (a.followed != b.followed) return {no, no};
    } else if (a.number && b.number && (a.followed == 0) == (b.followed == 0)) {
      const Term same = g.eq(a.number->at(thread), b.number->at(other_thread));
      out.surely = g.land(out.surely, same);
      out.possibly = g.land(out.possibly, same);
    } else {
      out.surely = no;
    }
  }
  return out;
}

}  // namespace warpproof::symbolic
