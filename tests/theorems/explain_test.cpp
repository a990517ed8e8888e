// What `warpproof spec` prints.
#include "checker/theorems/explain.h"

#include <catch2/catch.hpp>

#include "spec/rules.h"

namespace warpproof::theorems {
namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_CASE("the catalogue names every rule and every policy", "[explain]") {
  const std::string text = explain_catalogue();
  for (const spec::RuleInfo* rule : spec::kRules) CHECK(contains(text, rule->id));
  for (const spec::PolicyInfo& row : spec::kPolicies) CHECK(contains(text, row.name));
}

TEST_CASE("a rule is explained with level, source and two kernels", "[explain]") {
  for (const spec::RuleInfo* rule : spec::kRules) {
    const auto text = explain(rule->id);
    REQUIRE(text.has_value());
    CAPTURE(*text);
    CHECK(text->starts_with(std::string(rule->id) + "\n"));
    CHECK(contains(*text, "  level      "));
    CHECK(contains(*text, "  source     "));
    CHECK(contains(*text, "Breaks it"));
    CHECK(contains(*text, "Keeps it"));
    CHECK_FALSE(contains(*text, " \n"));
    CHECK(contains(*text, "  checked    ") == !rule->checked);
  }
  CHECK(contains(*explain("shfl.width"), "NVIDIA CUDA C++ Guidelines 2.2"));
  CHECK(contains(*explain("shfl.width"), "error in CUDA, note in PTX"));
}

TEST_CASE("levels are those of the target and the policies", "[explain]") {
  CHECK(contains(*explain("converge.pre70", spec::Target{61}), "level      error on sm_61"));
  CHECK(contains(*explain("converge.pre70", spec::Target{80}), "level      off on sm_80"));
  spec::Policies policies;
  REQUIRE_FALSE(spec::apply_policy(policies, "inactive-source=error").has_value());
  CHECK(contains(*explain("shfl.inactive-source", spec::Target{80}, policies), "level      error"));
  CHECK(contains(*explain("inactive-source", spec::Target{80}, policies), "  * error"));
}

TEST_CASE("an unknown name is answered with the nearest one", "[explain]") {
  CHECK_FALSE(explain("mask.slef").has_value());
  CHECK(contains(unknown_name_message("mask.slef"), "did you mean mask.self?"));
  CHECK(contains(unknown_name_message("program-pint"), "did you mean program-point?"));
  CHECK(contains(unknown_name_message("zzzzzzzzzz"), "lists them"));
}

TEST_CASE("results are counted, and an unexpected one is marked", "[explain]") {
  const Theorem theorem{"shfl.example", "A statement.", Expectation::Holds, nullptr, nullptr};
  TheoremResult good;
  good.theorem = &theorem;
  good.verdict = Verdict::Proved;
  good.as_expected = true;
  TheoremResult bad;
  bad.theorem = &theorem;
  bad.verdict = Verdict::Refuted;
  bad.witness = "lane = 3";
  const std::vector<TheoremResult> results = {good, bad};
  const std::string text = explain_results(results);
  CHECK(contains(text, "ok   shfl.example"));
  CHECK(contains(text, "FAIL shfl.example"));
  CHECK(contains(text, "witness: lane = 3"));
  CHECK(contains(text, "1 of 2 theorems as expected"));
}

}  // namespace
}  // namespace warpproof::theorems
