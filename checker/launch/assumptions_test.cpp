#include "checker/launch/assumptions.h"

#include <catch2/catch.hpp>

namespace warpproof::launch {
namespace {

using Answer = Assumptions::Answer;

const Quantity kN{Quantity::Kind::Parameter, 0, 32, true};
const Quantity kM{Quantity::Kind::Parameter, 1, 64, false};

Assumptions assume(const std::vector<std::string>& texts, std::map<std::uint32_t, std::uint64_t> fixed = {}) {
  std::vector<Condition> conditions;
  for (const std::string& text : texts) {
    conditions.push_back(Condition::parse(text, [](const std::string& name) -> std::optional<Quantity> {
      return name == "n" ? std::optional(kN) : name == "m" ? std::optional(kM) : std::nullopt;
    }));
  }
  return Assumptions(std::move(conditions), std::move(fixed), 32);
}

TEST_CASE("a launch that satisfies the conditions is found, and satisfies them") {
  const Assumptions all = assume({"n == 3 * blockDim.x", "m > 100 && m % 8 == 0", "n < 400"});
  Values witness;
  REQUIRE(all.find({}, &witness) == Answer::Satisfied);
  CHECK(all.hold([&](const Quantity& q) { return witness.at(q); }));
  ++witness.at(kN);
  CHECK_FALSE(all.hold([&](const Quantity& q) { return witness.at(q); }));
}

TEST_CASE("a contradiction is found") {
  CHECK(assume({"n > 3", "n < 3"}).find({}) == Answer::Contradiction);
  CHECK(assume({"n == 5"}, {{0, 4}}).find({}) == Answer::Contradiction);
  CHECK(assume({"n == 5"}, {{0, 5}}).find({}) == Answer::Satisfied);
  const LaunchSpace warps{std::nullopt, 32, 1024, std::nullopt};
  CHECK(assume({"blockDim.x == 48"}).find(warps) == Answer::Contradiction);
  CHECK(assume({"blockDim.x == 64"}).find(warps) == Answer::Satisfied);
  CHECK(assume({"blockDim.y == 2"}).find(warps) == Answer::Contradiction);
  const LaunchSpace square{std::array<std::uint32_t, 3>{8, 8, 1}, 1, 1024,
                           std::array<std::uint32_t, 3>{2, 1, 1}};
  CHECK(assume({"blockDim.y == 8 && gridDim.x == 2"}).find(square) == Answer::Satisfied);
  CHECK(assume({"gridDim.x > 2"}).find(square) == Answer::Contradiction);
}

TEST_CASE("bounds of single parameters follow from the conditions") {
  const FactMap facts = assume({"n <= 1000 && n >= 5 && n % 4 == 0", "m == 77"}).facts({});
  CHECK(facts.at(0).low == 8);
  CHECK(facts.at(0).high == 1000);
  CHECK(facts.at(0).zero == 3);
  CHECK(facts.at(1).low == 77);
  CHECK(facts.at(1).high == 77);
  // Negative numbers are large ones: no bound.
  const FactMap below = assume({"n <= 1000"}).facts({});
  CHECK(below.at(0).low == 0);
  CHECK(below.at(0).high == 0xffffffff);
  CHECK(below.at(0).zero == 0);
}

TEST_CASE("bounds that no form of the condition shows") {
  const FactMap facts = assume({"n > 0 && n < 10000 && (n >> 3) + n <= 1000 && !(n < 9)"}).facts({});
  CHECK(facts.at(0).low == 9);
  CHECK(facts.at(0).high == 889);
}

TEST_CASE("sizes of blocks are left out whatever the parameters are") {
  const Assumptions all = assume({"blockDim.x % 64 == 0 && blockDim.x <= 256", "n == blockDim.x"});
  CHECK(all.allows_block({64, 1, 1}, std::nullopt));
  CHECK_FALSE(all.allows_block({32, 1, 1}, std::nullopt));
  CHECK_FALSE(all.allows_block({512, 1, 1}, std::nullopt));
}

}  // namespace
}  // namespace warpproof::launch
