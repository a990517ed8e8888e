// Block sizes one at a time, in an execution with the size as a variable: the size is put in as a number, which
// folds most of what is left.
#pragma once

#include <cstdint>
#include <map>

#include "checker/attempt/errors.h"
#include "checker/attempt/followed.h"

namespace warpproof {

class Sizes {
 public:
  Sizes(const Followed& followed, Errors& errors) : f_(followed), errors_(errors) {}

  // With the size as a variable a proof may come at once; else the sizes are taken one by one, smallest first, so
  // that the counterexample is the smallest, and whole warps once more, since partial ones may hide what is wrong
  // there.
  void decide();
  // The smallest size that a run shows to be bad, 0 for none.
  std::uint32_t smallest_bad() const { return smallest_bad_; }
  void found_bad(std::uint32_t n) {
    if (smallest_bad_ == 0) smallest_bad_ = n;
  }
  // Are all multiples of `multiple` from `low` to `high` shown to break nothing, and are there any?
  bool clean(std::uint32_t multiple, std::uint32_t low, std::uint32_t high);

 private:
  enum class AtSize { Clean, Bad, Unknown };
  AtSize at_size(std::uint32_t n);
  AtSize judge(std::uint32_t n);
  void decide_at(std::uint32_t n);

  const Followed& f_;
  Errors& errors_;
  std::map<std::uint32_t, AtSize> at_size_;
  std::uint32_t smallest_bad_ = 0, first_undecided_ = 0;
};

}  // namespace warpproof
