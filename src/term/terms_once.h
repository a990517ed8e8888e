// A walk over a term's parts that comes to each of them once. Terms share their parts: a walk that comes to a part along each way
// to it takes time exponential in the number of choices.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

class TermsOnce {
 public:
  explicit TermsOnce(Term first) { add(first); }

  void add(Term t) {
    if (seen_.insert(t.id).second) open_.push_back(t);
  }

  // Nothing: the walk has ended.
  std::optional<Term> next() {
    if (open_.empty()) return std::nullopt;
    const Term t = open_.back();
    open_.pop_back();
    return t;
  }

 private:
  std::vector<Term> open_;
  std::unordered_set<std::uint32_t> seen_;
};

}  // namespace warpproof
