// One text, two readings: each claim built as terms and evaluated on sampled inputs gives what the scalar
// domain computes from the same text. Rewriting must not change a meaning.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "checker/theorems/theorem.h"
#include "src/term/evaluate.h"
#include "tests/theorems/sampler.h"

namespace warpproof::theorems {
namespace {

TEST_CASE("terms and integers agree on every claim about the specification", "[theorems][domains]") {
  for (const Theorem& theorem : all_theorems()) {
    TermGraph graph;
    TermDomain symbolic{graph};
    SymbolicInputs inputs(symbolic);
    const Claim<TermDomain> claim = theorem.symbolic(symbolic, inputs);
    TermEvaluator evaluate(graph);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      std::map<std::string, std::uint64_t> values;
      Sampler sample(seed);
      for (const InputVariable& variable : inputs.variables()) {
        values[variable.name] = sample(variable.name, variable.width);
        evaluate.set(variable.term, values[variable.name]);
      }
      ScalarDomain scalar;
      ConcreteInputs concrete(scalar, [&](const std::string& name, int) { return values.at(name); });
      const Claim<ScalarDomain> expected = theorem.concrete(scalar, concrete);
      CAPTURE(theorem.name, seed);
      REQUIRE((evaluate(claim.assumption.t) == 1) == expected.assumption.value);
      REQUIRE((evaluate(claim.conclusion.t) == 1) == expected.conclusion.value);
    }
  }
}

}  // namespace
}  // namespace warpproof::theorems
