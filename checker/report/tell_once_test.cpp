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
  // Both tiles of a product are read in one line, whose races in a warp are one mistake: so is the race of one tile across warps.
  Finding tiles = at(Rule::MemoryImplicitWarpSync, 8), tile = at(Rule::Race, 9);
  tiles.related = {{{"k.cu", 11, 43, ""}, "the other access"}, {{"k.cu", 9, 1, ""}, "likewise"}, {{"k.cu", 11, 55, ""}, "the other access"}};
  tile.related = {{{"k.cu", 11, 55, ""}, "the other access"}};
  for (const auto& order : {std::vector<Finding>{tiles, tile}, std::vector<Finding>{tile, tiles}}) {
    const auto out = merged(order);
    REQUIRE(out.size() == 1);
    CHECK(out[0].rule == Rule::Race);
    CHECK(out[0].related.size() == 3);
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

TEST_CASE("races that one barrier mends are one, with another gap they are two") {
  const auto race = [](int write, int read, std::vector<std::string> before = {}) {
    Finding f = at(Rule::Race, read);
    f.related = {{{"k.cu", write, 9, ""}, "the other access"}};
    for (std::string& row : before) f.trace.push_back({{"k.cu", 1, 1, ""}, 0, "0", std::move(row), "", {}});
    f.trace.push_back({{"k.cu", write, 9, ""}, 1, "31", "thread 63 writes total[0]", "", {}});
    f.trace.push_back({{"k.cu", read, 1, ""}, 0, "0", "thread 0 reads total[0]", "", {}});
    f.trace.push_back({{"k.cu", read, 1, ""}, 0, "0", "data race", "", {}});
    return f;
  };
  const auto out = merged({race(10, 13), race(11, 14, {"branch taken by lanes 0-30"})});
  REQUIRE(out.size() == 1);
  REQUIRE(out[0].related.size() == 3);
  CHECK(out[0].related[1].place.line == 14);
  CHECK(out[0].related[1].message == "likewise, race: m");
  CHECK(out[0].related[2].place.line == 11);
  // One after the other: what is read in line 13 is written to line 14.
  CHECK(merged({race(10, 13), race(13, 15)}).size() == 2);
  CHECK(merged({race(10, 12), race(14, 15)}).size() == 2);
  // Each has a gap in common with the first, and none with the other.
  CHECK(merged({race(10, 20), race(11, 13), race(15, 18)}).size() == 2);
  // Read first, written later: of the next iteration of a loop, perhaps.
  CHECK(merged({race(13, 10), race(14, 11)}).size() == 2);
  // A barrier was passed, and another one may be missing.
  CHECK(merged({race(10, 13, {"waits at __syncthreads"}), race(11, 14, {"waits at __syncthreads"})}).size() == 2);
  Finding called = race(11, 14), other_run = race(11, 14), inlined = race(11, 14), warning = race(11, 14), elsewhere = race(11, 14),
          atomic = race(11, 14);
  called.trace[0].what += ", called from line 20";
  other_run.rerun = {"run 2"};
  inlined.inlined_at = {{"k.cu", 30, 1, ""}};
  warning.level = Level::Warning;
  for (TraceStep& step : elsewhere.trace) step.place.file = "h.cuh";
  atomic.trace[1].what = "thread 0 writes total[0]";
  for (const Finding& f : {called, other_run, inlined, warning, elsewhere, atomic}) CHECK(merged({race(10, 13), f}).size() == 2);
}

TEST_CASE("a store of several lanes, and its race with itself, are one; its race with another access is not") {
  Finding store = at(Rule::StoreSameInstruction, 5), race = at(Rule::Race, 5);
  race.related = {{{"k.cu", 5, 1, ""}, "the other access"}};
  for (const auto& order : {std::vector<Finding>{store, race}, std::vector<Finding>{race, store}}) {
    const auto out = merged(order);
    REQUIRE(out.size() == 1);
    CHECK(out[0].rule == Rule::Race);
  }
  race.related.push_back({{"k.cu", 8, 1, ""}, "the other access"});
  CHECK(merged({store, race}).size() == 2);
  race.related = {{{"k.cu", 5, 1, ""}, "the other access"}};
  race.place.column = store.place.column + 7;
  CHECK(merged({store, race}).size() == 2);
  race.place.column = store.place.column;
  race.level = Level::Warning;
  CHECK(merged({store, race}).size() == 2);
  race.level = Level::Error;
  race.rerun = {"run 2"};
  CHECK(merged({store, race}).size() == 2);
}

TEST_CASE("a shuffle whose mask lacks its own lanes reads from lanes that it lacks") {
  const auto self = [](int line, const std::string& mask) { return at(Rule::MaskSelf, line, Level::Error, "outside their own mask " + mask); };
  const auto source = [](int line, const std::string& mask, Level level = Level::Error) {
    return at(Rule::ShflSourceOutsideMask, line, level, "lane 0 reads from lane 16, which its mask " + mask + " does not name");
  };
  for (const auto& order : {std::vector<Finding>{self(4, "0x0000ffff"), source(4, "0x0000ffff")},
                            std::vector<Finding>{source(4, "0x0000ffff"), self(4, "0x0000ffff")}}) {
    const auto out = merged(order);
    REQUIRE(out.size() == 1);
    CHECK(out[0].rule == Rule::MaskSelf);
  }
  // A warning of a step whose own mask is a place of the error.
  CHECK(merged({self(4, "0x0000ffff"), self(5, "0x0000ffff"), source(5, "0x0000ffff", Level::Warning)}).size() == 1);
  // Another shuffle, whose mask has all lanes that execute it, or another mask.
  CHECK(merged({self(4, "0x0000ffff"), source(6, "0x0000ffff")}).size() == 2);
  CHECK(merged({self(4, "0x0000ffff"), source(4, "0x000000ff")}).size() == 2);
  Finding warning = self(4, "0x0000ffff");
  warning.level = Level::Warning;
  CHECK(merged({source(4, "0x0000ffff"), warning}).size() == 2);
}

TEST_CASE("the use of a value is reported with what made it undefined") {
  Finding mask = at(Rule::MaskSelf, 4);
  mask.related = {{{"k.cu", 9, 1, ""}, "used here as a guard"}};
  CHECK(merged({mask, at(Rule::ValueTaintedUse, 9)}).size() == 1);
  CHECK(merged({mask, at(Rule::ValueTaintedUse, 10)}).size() == 2);
  mask.related[0].message = "the other access";
  CHECK(merged({mask, at(Rule::ValueTaintedUse, 9)}).size() == 2);
}
