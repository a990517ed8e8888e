// Are the accesses of two groups apart as wholes? Buffers of a pipeline are: what each group spans is known, and one
// question about the distance of the two spans answers for all pairs of their accesses.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "checker/symbolic/access_records.h"

namespace warpproof::symbolic {

class SpansApart {
 public:
  // `never_holds`: of no input, under all scopes.
  SpansApart(TermGraph& graph, std::function<bool(Term)> never_holds)
      : g(graph), never_holds_(std::move(never_holds)) {}

  using Pairs = std::set<std::pair<AccessGroup, AccessGroup>>;
  // Groups of the instruction, each with a group on record that none of its accesses meets. Only where many pairs would
  // be compared is it asked for.
  Pairs operator()(const AccessRecords::Region& region, const AccessRecords::Batch& batch);

 private:
  // What the accesses of one group span, in parts with wide gaps between them: of each part the first byte and the one
  // after the last, relative to the group's common term. `from` is an address, and `at` its number.
  struct Span {
    Term from;
    std::int64_t at = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> parts;
    void add(std::uint64_t number, int bytes);
    void join();
  };
  using Spans = std::map<AccessGroup, Span>;
  bool apart(const Span& a, const Span& b);
  bool never_between(Term distance, std::int64_t low, std::int64_t high);

  TermGraph& g;
  const std::function<bool(Term)> never_holds_;
  // By the terms of the difference of two groups: distances that it never has, from and until after.
  std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> never_between_;
  std::map<std::uint32_t, int> may_be_between_;  // how often that was asked in vain
};

}  // namespace warpproof::symbolic
