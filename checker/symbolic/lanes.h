// One register of a whole block: a term for each thread, or one term for all of them.
//
// Shapes: thread indices count through the block, 0..T-1; thread t is lane t % warp_size of warp t /
// warp_size. Lanes are immutable and shared, so copying a register file at a branch copies handles only.
#pragma once

#include <memory>
#include <vector>

#include "src/term/term.h"

namespace warpproof::symbolic {

class Lanes {
 public:
  Lanes() = default;
  explicit Lanes(Term uniform) : uniform_(uniform) {}
  // Takes one term a thread; collapses to the uniform shape when all are the same handle.
  static Lanes each(std::vector<Term> terms);

  bool is_uniform() const { return !each_; }
  Term at(int thread) const { return each_ ? (*each_)[static_cast<std::size_t>(thread)] : uniform_; }
  // The same handle for handle equality: a cheap "nothing changed" test, not a semantic one.
  bool same(const Lanes& other) const {
    return each_ == other.each_ && (each_ || uniform_ == other.uniform_);
  }

 private:
  Term uniform_{};
  std::shared_ptr<const std::vector<Term>> each_;
};

// A register or memory cell: its bits, and per thread whether they are undefined (a predicate). `origins` are
// indices of the events that may have made it undefined, sorted; empty when taint is false everywhere.
struct Value {
  Lanes bits, taint;
  std::shared_ptr<const std::vector<int>> origins;
  int width = 0;  // bits; 0: never written
};

using Origins = std::shared_ptr<const std::vector<int>>;
Origins merge_origins(const Origins& a, const Origins& b);
Origins single_origin(int event);

}  // namespace warpproof::symbolic
