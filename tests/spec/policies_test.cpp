// Policies and targets: parsing, printing, and what depends on them.
#include "spec/policies.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "spec/targets.h"

namespace warpproof {
namespace {

TEST_CASE("every policy value can be set by name and is printed again", "[policies]") {
  for (const spec::PolicyInfo& row : spec::kPolicies) {
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      spec::Policies policies;
      const std::string setting = std::string(row.name) + "=" + std::string(row.values[i].name);
      CAPTURE(setting);
      REQUIRE_FALSE(spec::apply_policy(policies, setting).has_value());
      CHECK(row.get(policies) == i);
      CHECK(spec::policy_value(row, policies) == row.values[i].name);
      CHECK((" " + spec::print_policies(policies) + " ").find(" " + setting + " ") != std::string::npos);
      CHECK((policies == spec::Policies{}) == (i == row.get(spec::Policies{})));
    }
  }
}

TEST_CASE("each row moves a member of its own", "[policies]") {
  for (const spec::PolicyInfo& row : spec::kPolicies) {
    spec::Policies policies;
    row.set(policies, row.values.size() - 1);
    for (const spec::PolicyInfo& other : spec::kPolicies) {
      if (other.name != row.name) CHECK(other.get(policies) == other.get(spec::Policies{}));
    }
  }
}

TEST_CASE("policy rows have distinct names and say what they mean", "[policies]") {
  std::set<std::string_view> names;
  for (const spec::PolicyInfo& row : spec::kPolicies) {
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.explanation.empty());
    CHECK_FALSE(row.citation.empty());
    CHECK(row.values.size() >= 1);
    // The default is the first value.
    CHECK(row.get(spec::Policies{}) == 0);
  }
}

TEST_CASE("a bad policy setting is refused with what would do, and changes nothing", "[policies]") {
  spec::Policies policies;
  const auto no_name = spec::apply_policy(policies, "no-such=1");
  REQUIRE(no_name.has_value());
  CHECK(no_name->find("program-point") != std::string::npos);
  const auto no_value = spec::apply_policy(policies, "program-point=sometimes");
  REQUIRE(no_value.has_value());
  CHECK(no_value->find("same-point") != std::string::npos);
  CHECK(spec::apply_policy(policies, "program-point").has_value());
  CHECK(spec::apply_policy(policies, "").has_value());
  CHECK(spec::apply_policy(policies, "divergent-barrier=allow").has_value());
  CHECK(policies == spec::Policies{});
}

TEST_CASE("targets are read in the forms that compilers print", "[targets]") {
  CHECK(spec::parse_target("sm_80")->sm == 80);
  CHECK(spec::parse_target("sm_90a")->sm == 90);
  CHECK(spec::parse_target("sm_100f")->sm == 100);
  CHECK(spec::parse_target("compute_70")->sm == 70);
  CHECK(spec::parse_target("60")->sm == 60);
  for (const char* bad :
       {"", "sm_", "sm_8", "sm_x", "80b", "gfx906", "sm_1000", "sm_20", "sm_80 ", "sm_8a"}) {
    CAPTURE(bad);
    CHECK_FALSE(spec::parse_target(bad).has_value());
  }
}

TEST_CASE("target.isa: what came when", "[targets][target.isa]") {
  CHECK_FALSE(spec::has_independent_thread_scheduling({61}));
  CHECK(spec::has_independent_thread_scheduling({70}));
  CHECK_FALSE(spec::has_match({62}));
  CHECK(spec::has_match({70}));
  CHECK_FALSE(spec::has_redux({75}));
  CHECK(spec::has_redux({80}));
  CHECK_FALSE(spec::has_elect({89}));
  CHECK(spec::has_elect({90}));
  CHECK(spec::counts_barrier_arrivals_per_warp({61}));
  CHECK_FALSE(spec::counts_barrier_arrivals_per_warp({70}));
  CHECK(spec::has_legacy_collectives({61}));
  CHECK_FALSE(spec::has_legacy_collectives({70}));
}

}  // namespace
}  // namespace warpproof
