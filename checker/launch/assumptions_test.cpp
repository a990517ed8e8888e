#include "checker/launch/assumptions.h"

#include <algorithm>
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
  CHECK(facts.at(kN).low == 8);
  CHECK(facts.at(kN).high == 1000);
  CHECK(facts.at(kN).zero == 3);
  CHECK(facts.at(kM).low == 77);
  CHECK(facts.at(kM).high == 77);
  // Negative numbers are large ones: no bound.
  const FactMap below = assume({"n <= 1000"}).facts({});
  CHECK(below.at(kN).low == 0);
  CHECK(below.at(kN).high == 0xffffffff);
  CHECK(below.at(kN).zero == 0);
}

TEST_CASE("bounds that no form of the condition shows") {
  const FactMap facts = assume({"n > 0 && n < 10000 && (n >> 3) + n <= 1000 && !(n < 9)"}).facts({});
  CHECK(facts.at(kN).low == 9);
  CHECK(facts.at(kN).high == 889);
}

TEST_CASE("a grid of n / 192 blocks bounds n on both sides") {
  const LaunchSpace space{std::array<std::uint32_t, 3>{192, 1, 1}, 1, 1024, std::nullopt};
  const FactMap facts = assume({"gridDim.x == n / 192"}).facts(space);
  CHECK(facts.at(kN).low == 192);
  CHECK(facts.at(kN).high == 0x7fffffff);
}

TEST_CASE("tiles that lie inside a size, which the grid is computed from") {
  const LaunchSpace space{std::array<std::uint32_t, 3>{16, 16, 1}, 1, 1024, std::nullopt};
  const auto fit = [&](const std::string& condition, std::uint64_t tile) { return assume({condition}).tiles_fit(space, 0, tile, kN); };
  CHECK(fit("gridDim.x == n / 16", 16));
  CHECK(fit("gridDim.x == (unsigned)n / 32u && n > 0", 16));
  CHECK(fit("gridDim.x * 16 == n && gridDim.x < 1000", 16));
  CHECK_FALSE(fit("gridDim.x == n / 16", 17));
  CHECK_FALSE(fit("gridDim.x == n / 15", 16));
  CHECK_FALSE(fit("gridDim.x == (n + 15) / 16", 16));
  CHECK(fit("gridDim.x == (unsigned)n / 16u", 16));  // as a grid has less than 2^31 threads along x
  CHECK_FALSE(fit("gridDim.y == n / 16", 16));
  CHECK_FALSE(fit("n > 0", 16));
  CHECK(assume({"gridDim.x == n / 16", "gridDim.y == m"}).related_to_grid(0) == std::vector<Quantity>{kN});
  CHECK(assume({"gridDim.x == n / 16", "gridDim.y == m"}).related_to_grid(1).empty());  // 64 bits
  // Of launches with one value of the parameter, the grid is another one.
  const Assumptions shares = assume({"gridDim.x == 4096 / n", "n > 0"});
  Values values;
  REQUIRE(shares.with_fixed({{kN.index, 2}}).find({std::array<std::uint32_t, 3>{64, 1, 1}, 1, 1024, std::nullopt}, &values) == Assumptions::Answer::Satisfied);
  const auto grid = std::find_if(values.begin(), values.end(), [](const auto& v) { return v.first.kind == Quantity::Kind::GridSize && v.first.index == 0; });
  REQUIRE(grid != values.end());
  CHECK(grid->second == 2048);
  CHECK(shares.with_fixed({{kN.index, 0}}).find({std::array<std::uint32_t, 3>{64, 1, 1}, 1, 1024, std::nullopt}) == Assumptions::Answer::Contradiction);
}

TEST_CASE("a member of a structure is a number of its own") {
  const Quantity low{Quantity::Kind::Parameter, 0, 32, true, 0}, high{Quantity::Kind::Parameter, 0, 32, true, 4};
  std::vector<Condition> conditions;
  for (const char* text : {"p.low == 3", "p.high > p.low && p.high < 6"}) {
    conditions.push_back(Condition::parse(text, [&](const std::string& name) { return std::optional(name == "p.low" ? low : high); }));
  }
  CHECK(conditions[0].given_number() == std::uint64_t{3});
  CHECK_FALSE(conditions[1].given_number());
  const FactMap facts = Assumptions(conditions, {}, 32).facts({});
  CHECK((facts.at(low).low == 3 && facts.at(low).high == 3));
  CHECK((facts.at(high).low == 4 && facts.at(high).high == 5));
  // Of all of the structure, eight bytes, one value may be given.
  CHECK(Assumptions(conditions, {{0, std::uint64_t{4} << 32 | 3}}, 32).find({}) == Answer::Satisfied);
  CHECK(Assumptions(conditions, {{0, std::uint64_t{3} << 32 | 4}}, 32).find({}) == Answer::Contradiction);
}

TEST_CASE("sizes of blocks are left out whatever the parameters are") {
  const Assumptions all = assume({"blockDim.x % 64 == 0 && blockDim.x <= 256", "n == blockDim.x"});
  CHECK(all.allows_block({64, 1, 1}, std::nullopt));
  CHECK_FALSE(all.allows_block({32, 1, 1}, std::nullopt));
  CHECK_FALSE(all.allows_block({512, 1, 1}, std::nullopt));
}

}  // namespace
}  // namespace warpproof::launch
