// What the prover makes of a solver's answers, honest or not.
#include "checker/theorems/prove.h"

#include <catch2/catch.hpp>

namespace warpproof::theorems {
namespace {

Theorem named(const std::string& name) {
  for (const Theorem& theorem : all_theorems()) {
    if (theorem.name == name) return theorem;
  }
  FAIL("no theorem " << name);
  throw std::logic_error("unreachable");
}

Decide always(Satisfiable answer) {
  return [answer](TermGraph&, std::span<const Term>, std::span<const Term> variables,
                  std::vector<std::uint64_t>& values) {
    values.assign(variables.size(), 0);
    return answer;
  };
}

TEST_CASE("a model that is no counterexample refutes nothing", "[prove]") {
  const Theorem theorem = named("shfl.cuda-is-ptx.down");
  const TheoremResult result = prove(theorem, always(Satisfiable::Yes));
  CHECK(result.verdict == Verdict::Unknown);
  CHECK_FALSE(result.as_expected);
  CHECK(result.reason.find("no counterexample") != std::string::npos);
}

TEST_CASE("a claim whose assumption has no instance is not proved", "[prove]") {
  const Theorem theorem = named("shfl.cuda-is-ptx.down");
  const TheoremResult result = prove(theorem, always(Satisfiable::No));
  CHECK(result.verdict == Verdict::Unknown);
  CHECK(result.reason.find("no input") != std::string::npos);
}

TEST_CASE("a solver without an answer proves and refutes nothing", "[prove]") {
  for (const char* name : {"shfl.cuda-is-ptx.down", "shfl.segment.bfly"}) {
    const Theorem theorem = named(name);
    const TheoremResult result = prove(theorem, always(Satisfiable::Unknown));
    CHECK(result.verdict == Verdict::Unknown);
    CHECK_FALSE(result.as_expected);
  }
}

TEST_CASE("an answer without values is no answer", "[prove]") {
  const Theorem theorem = named("shfl.segment.bfly");
  const Decide no_values = [](TermGraph&, std::span<const Term>, std::span<const Term>,
                              std::vector<std::uint64_t>&) { return Satisfiable::Yes; };
  CHECK(prove(theorem, no_values).verdict == Verdict::Unknown);
}

TEST_CASE("an expected difference that is not found is a failure", "[prove]") {
  const Theorem theorem = named("shfl.segment.bfly");
  CHECK_FALSE(prove(theorem, always(Satisfiable::No)).as_expected);
}

TEST_CASE("a confirmed counterexample is shown by value", "[prove]") {
  // Lane 4 of a segment of 4 reads lane 0 of an earlier one.
  const Theorem theorem = named("shfl.segment.bfly");
  const Decide known_model = [](TermGraph& graph, std::span<const Term>, std::span<const Term> variables,
                                std::vector<std::uint64_t>& values) {
    for (const Term variable : variables) {
      const std::string& name = graph.name(variable);
      values.push_back(name == "lane" ? 4 : name == "b" ? 4 : 28u << 8 | 31u);
    }
    return Satisfiable::Yes;
  };
  const TheoremResult result = prove(theorem, known_model);
  CHECK(result.verdict == Verdict::Refuted);
  CHECK(result.as_expected);
  CHECK(result.witness == "lane = 4, b = 4, c = 0x1c1f");
}

TEST_CASE("a filter selects theorems by name", "[prove]") {
  const auto results = prove_all(always(Satisfiable::Unknown), "barrier.");
  CHECK(results.size() == 7);
  for (const TheoremResult& result : results) CHECK(result.theorem->name.starts_with("barrier."));
}

}  // namespace
}  // namespace warpproof::theorems
