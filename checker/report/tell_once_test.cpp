#include "checker/report/tell_once.h"

#include <catch2/catch.hpp>

using namespace warpproof;
using namespace warpproof::report;
using spec::Level;
using spec::Rule;

namespace {

Finding at(Rule rule, int line, Level level = Level::Error, const std::string& message = "m",
           const std::string& run = "run 1") {
  Finding f;
  f.rule = rule;
  f.level = level;
  f.place = {"k.cu", line, 1, ""};
  f.message = message;
  f.rerun = {run};
  return f;
}

std::vector<Finding> merged(std::vector<Finding> findings) {
  tell_once(findings);
  return findings;
}

}  // namespace

TEST_CASE("both sides of a deadlock are one finding, which names both places") {
  Finding first = at(Rule::OpMismatch, 12);
  first.related = {{{"k.cu", 13, 1, ""}, "lane 5 waits here"}};
  const auto out = merged({first, at(Rule::OpMismatch, 13), at(Rule::BarrierUnreached, 20)});
  REQUIRE(out.size() == 1);
  REQUIRE(out[0].related.size() == 2);
  CHECK(out[0].related[0].message == "lane 5 waits here");
  CHECK(out[0].related[1].place.line == 20);
  CHECK(out[0].related[1].message == "the same cause, barrier.unreached: m");
}

TEST_CASE("one mask is one cause, another mask or another run is another") {
  const auto self = [](int line, const std::string& mask, const std::string& run = "run 1") {
    return at(Rule::MaskSelf, line, Level::Error, "lanes 5-31 are outside of mask " + mask, run);
  };
  const auto out = merged({self(1, "0x0000001f"), self(2, "0x0000001f"), self(3, "0x000000ff"), self(4, "0x0000001f", "run 2"),
                         self(5, "0x0000001f")});
  REQUIRE(out.size() == 3);
  CHECK(out[0].related.size() == 2);
  CHECK(out[1].related.empty());
  CHECK(out[2].related.empty());
}

TEST_CASE("an error is never joined to what is less, nor to another cause") {
  CHECK(merged({at(Rule::MaskSelf, 1, Level::Warning), at(Rule::MaskSelf, 2)}).size() == 2);
  CHECK(merged({at(Rule::BarrierExited, 1, Level::Note), at(Rule::BarrierDivergent, 1)}).size() == 2);
  CHECK(merged({at(Rule::Race, 1), at(Rule::Race, 2)}).size() == 2);
  CHECK(merged({at(Rule::MaskMissing, 1), at(Rule::Race, 2)}).size() == 2);
  CHECK(merged({at(Rule::PointMismatch, 1, Level::Warning), at(Rule::PointMismatch, 2, Level::Warning)}).size() == 2);
}

TEST_CASE("what follows from a barrier that some threads go around is one finding with it") {
  const auto out = merged({at(Rule::BarrierDivergent, 13), at(Rule::BarrierDivergent, 16),
                         at(Rule::BarrierSplitSite, 13, Level::Warning), at(Rule::BarrierExited, 16, Level::Note)});
  REQUIRE(out.size() == 1);
  CHECK(out[0].related.size() == 1);
}

TEST_CASE("a race in a warp and across warps, of the same accesses, is one") {
  Finding block = at(Rule::Race, 7), warp = at(Rule::MemoryImplicitWarpSync, 7);
  block.related = {{{"k.cu", 9, 1, ""}, "the other access"}, {{"k.cu", 10, 1, ""}, "the other access"}};
  warp.related = {{{"k.cu", 10, 1, ""}, "the other access"}};
  for (const auto& order : {std::vector<Finding>{block, warp}, std::vector<Finding>{warp, block}}) {
    const auto out = merged(order);
    REQUIRE(out.size() == 1);
    CHECK(out[0].rule == Rule::Race);
    CHECK(out[0].related.size() == 2);
  }
  // With another access there is more to mend.
  warp.related.push_back({{"k.cu", 11, 1, ""}, "the other access"});
  CHECK(merged({block, warp}).size() == 2);
  CHECK(merged({warp, block}).size() == 2);
  // Another run may be of another launch.
  warp.related.pop_back();
  warp.rerun = {"run 2"};
  CHECK(merged({block, warp}).size() == 2);
}

TEST_CASE("values that were not written, and the steps of a reduction, are one mistake at several places") {
  const auto out = merged({at(Rule::ValueUninitialised, 1), at(Rule::ValueUninitialised, 2), at(Rule::ValueUninitialised, 3, Level::Error, "m", "run 2")});
  REQUIRE(out.size() == 2);
  REQUIRE(out[0].related.size() == 1);
  CHECK(out[0].related[0].message == "likewise, value.uninitialised: m");
  const auto step = [](int line, int other) {
    Finding f = at(Rule::MemoryImplicitWarpSync, line);
    f.related = {{{"k.cu", other, 9, ""}, "the other access"}};
    return f;
  };
  CHECK(merged({step(11, 10), step(12, 11), step(13, 12)}).size() == 1);
  // Nothing in common; and races of a block need a barrier each.
  CHECK(merged({step(11, 10), step(22, 21)}).size() == 2);
  Finding race = at(Rule::Race, 12), other = at(Rule::Race, 13);
  race.related = other.related = {{{"k.cu", 11, 1, ""}, "the other access"}};
  CHECK(merged({race, other}).size() == 2);
}
