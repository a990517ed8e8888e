// What a part of an execution needs to be built alone.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/context.h"
#include "src/term/traverse.h"

namespace warpproof::symbolic {

struct ContextForTest {
  explicit ContextForTest(ExecutorOptions wanted = {}) : options(std::move(wanted)) {}
  ContextForTest(const ContextForTest&) = delete;

  // Do all assumptions come out true for these values?
  bool admits(Substitute& values) const {
    for (const Term t : assumptions) {
      if (!graph.is_true(values(t))) return false;
    }
    return true;
  }

  TermGraph graph;
  ExecutorOptions options;
  LaneOps ops{graph, options.shape.threads()};
  std::vector<Input> inputs;
  std::vector<Term> assumptions;
  std::set<std::string> assumed;
  Obligations obligations{graph};
  Context context{graph,   options,     ops, inputs, assumptions,
                  assumed, obligations, [this](Term t) { return graph.is_false(t); },
                  [this] { return graph.truth(true); }};
};

}  // namespace warpproof::symbolic
