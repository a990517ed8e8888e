// Obligations whose addresses or conditions multiply unknowns, as rows of a matrix do: row * width + column; or sizes, as planes do:
// i + 4 * n.
//
// They are mostly linear in their products (checker/smt/without_products.h), and mostly one question about any two lanes
// (checker/smt/families.h). What a condition says of the contents of memory, as that two values differ, is left out at
// first: where it holds, the rest holds too, so that what excludes the rest excludes it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "checker/attempt/followed.h"

namespace warpproof {

class ProductQuestions {
 public:
  explicit ProductQuestions(const Followed& followed) : f_(followed) {}

  // True: none of its conditions holds in an execution that counts. False: not known, or nothing is multiplied, or `until`
  // has come. An answer is kept, also for obligations that differ in what they say of contents.
  bool exclude(const symbolic::Obligation& obligation, Limits::Clock::time_point until);

 private:
  bool exclude(const std::vector<Term>& conditions, Limits::Clock::time_point until);
  bool multiplies(const std::vector<Term>& conditions) const;

  const Followed& f_;
  std::map<std::vector<Term>, bool> known_;  // of conditions
};

}  // namespace warpproof
