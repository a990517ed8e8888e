#include "checker/claims/claim_text.h"

#include <catch2/catch.hpp>

namespace warpproof::claims {

namespace {

// At the "@" in the line, which is taken out.
std::string variable(std::string line, bool is_store = true) {
  const std::size_t at = line.find('@');
  line.erase(at, 1);
  return assigned_variable(line, static_cast<int>(at) + 1, is_store).value_or("nothing");
}

CellClaim claim(CellClaim::Kind kind, Sharing sharing, std::uint64_t step = 0, bool rises = false) {
  CellClaim out{kind, true, 0, 32};
  out.sharing = sharing;
  out.step = step;
  out.rises = rises;
  return out;
}

}  // namespace

TEST_CASE("a claim is described by the name of the variable that the source gives a value to") {
  CHECK(variable("  for (int i = 0; i < n; i@++) {") == "i");
  CHECK(variable("  for (int i = 0; i < n; @++i) {") == "i");
  CHECK(variable("  for (int i = t; i < n; i @+= 32) s += in[i];") == "i");
  CHECK(variable("  for (int i = t; i < n; i += 32) s @+= in[i];") == "s");
  CHECK(variable("    m @>>= 1;") == "m");
  CHECK(variable("    m @= m / 2;") == "m");
  CHECK(variable("    float @v = in[i];") == "v");
  CHECK(variable("    s = s @+ in[i];", false) == "s");
  CHECK(variable("    s = f(a, b @+ 1);", false) == "nothing");
  CHECK(variable("    s = s @+ in[i];") == "nothing");
  CHECK(variable("    p->x @+= 1;") == "nothing");
  CHECK(variable("    a[i] @= 1;") == "nothing");
  CHECK(variable("    if (a @== b) {") == "nothing");
  CHECK(variable("    if (a @<= b) {") == "nothing");
  CHECK(variable("    @") == "nothing");
  CHECK(assigned_variable("i++", 9, true) == std::nullopt);
  CHECK(assigned_variable("i++", 0, true) == std::nullopt);
}

TEST_CASE("claims in words") {
  using Kind = CellClaim::Kind;
  CHECK(text(claim(Kind::Step, Sharing::Lane, 32, true), "i") ==
        "i changes by multiples of 32 in each iteration, and does not wrap around");
  CHECK(text(claim(Kind::Step, Sharing::Block, 1), "i") ==
        "i changes by whole numbers in each iteration, by the same amount in all threads of the block");
  CHECK(text(claim(Kind::Count, Sharing::Block, 4), "i") == "i grows by 4 in each iteration");
  CHECK(text(claim(Kind::Count, Sharing::Block, 0xffffffff), "i") == "i falls by 1 in each iteration");
  CHECK(text(claim(Kind::AtMost, Sharing::Warp), "m") ==
        "m never exceeds what it was before the loop, and is the same in all lanes of a warp");
  CHECK(text(claim(Kind::Shift, Sharing::Warp), "s") ==
        "s changes by the same amount in all lanes of a warp");
  CellClaim cycle = claim(Kind::Cycle, Sharing::Block);
  cycle.table = {0, 1, 2};
  cycle.may_be_undefined = true;
  CHECK(text(cycle, "b") == "b runs through 0, 1, 2, again and again, or undefined");
}

TEST_CASE("how often a loop repeats") {
  CHECK(text(RepeatClaim{{}, 0, 0}) == "threads never come back to its start");
  CHECK(text(RepeatClaim{{}, 0, 1}) == "threads come back to its start at most once each time they enter it");
  CHECK(text(RepeatClaim{{}, 0, 2}) == "threads come back to its start at most twice each time they enter it");
  CHECK(text(RepeatClaim{{}, 0, 31}) == "threads come back to its start at most 31 times each time they enter it");
}

}  // namespace warpproof::claims
