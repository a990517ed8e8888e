// Terms of an execution with the block's size as a variable, with a number in its place.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/symbolic/executor.h"
#include "src/term/term.h"
#include "src/term/traverse.h"

namespace warpproof {

class PutSize {
 public:
  // The execution's size is a variable; `size`: threads.
  PutSize(TermGraph& graph, const symbolic::Executor& executor, std::uint32_t size)
      : executor_(executor), put_(graph), size_(size) {
    put_.map(*executor.numbers().block_size(), graph.constant(32, size));
  }
  Term operator()(Term t) { return put_(t); }
  void add_assumptions(std::vector<Term>& query) {
    for (const Term t : executor_.record().assumptions) query.push_back(put_(t));
  }
  std::uint32_t size() const { return size_; }

 private:
  const symbolic::Executor& executor_;
  Substitute put_;
  const std::uint32_t size_;
};

}  // namespace warpproof
