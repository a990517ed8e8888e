// Terms under every assignment of a generated kernel's inputs at once.
//
// Each term is computed once, for all assignments; what was computed stays, so that the thousands of small
// questions of one execution share their work.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/term/term.h"
#include "tests/generated/kernel.h"

namespace warpproof::generated {

class Enumeration {
 public:
  // The graph's variables are the kernel's pointer parameters, its reads those of the input array.
  // `stands_for` gives a term for any other variable, such as what an atomic returns under the canonical
  // schedule.
  using StandsFor = std::function<std::optional<Term>(Term variable)>;
  Enumeration(const TermGraph& graph, const Settings& settings, StandsFor stands_for)
      : graph_(graph), settings_(settings), stands_for_(std::move(stands_for)) {}

  std::uint64_t value(Term t, std::uint32_t assignment);
  bool infeasible(Term predicate);  // false under every assignment

 private:
  // One value for all assignments, or one each.
  using Column = std::vector<std::uint64_t>;
  const Column& column(Term t);
  Column compute(Term t);
  std::uint64_t input(std::uint32_t assignment, std::uint32_t allocation, std::uint64_t offset,
                      int width) const;

  const TermGraph& graph_;
  const Settings& settings_;
  StandsFor stands_for_;
  std::unordered_map<std::uint32_t, Column> columns_;  // by term id
};

}  // namespace warpproof::generated
