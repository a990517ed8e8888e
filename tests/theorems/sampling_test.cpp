// The theorems on sampled inputs, without terms or solver: an independent look at what `spec --prove` claims.
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "checker/theorems/theorem.h"
#include "tests/theorems/sampler.h"

namespace warpproof::theorems {
namespace {

TEST_CASE("no sample contradicts a theorem that holds", "[theorems]") {
  for (const Theorem& theorem : all_theorems()) {
    if (theorem.expectation != Expectation::Holds) continue;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const auto outcome = run_claim(theorem, Sampler(seed));
      if (!outcome.has_value()) continue;
      CAPTURE(theorem.name, seed);
      REQUIRE(*outcome);
    }
  }
}

TEST_CASE("theorems have names and statements of their own", "[theorems]") {
  std::set<std::string> names;
  for (const Theorem& theorem : all_theorems()) {
    CHECK(names.insert(theorem.name).second);
    CHECK_FALSE(theorem.statement.empty());
  }
  CHECK(names.size() >= 70);
}

}  // namespace
}  // namespace warpproof::theorems
