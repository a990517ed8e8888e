#include "checker/symbolic/near.h"

#include <catch2/catch.hpp>

namespace warpproof::symbolic {
namespace {

TEST_CASE("near: spellings of one element have one low word") {
  TermGraph g;
  const Term i = g.var(32, "i"), one = g.constant(32, 1), four = g.constant(64, 4);
  const auto bytes = [&](Term elements) { return g.mul(elements, four); };
  const auto inside = low_quotient(g, bytes(g.sext(g.add(i, one), 64)), 2);
  REQUIRE(inside);
  CHECK(*inside == g.add(i, one));
  CHECK(low_quotient(g, bytes(g.add(g.sext(i, 64), g.constant(64, 1))), 2) == inside);
  CHECK(low_quotient(g, bytes(g.zext(g.add(i, one), 64)), 2) == inside);
}

TEST_CASE("near: what may lie between two elements has no number") {
  TermGraph g;
  const Term i = g.sext(g.var(32, "i"), 64);
  CHECK_FALSE(low_quotient(g, g.add(g.mul(i, g.constant(64, 4)), g.constant(64, 2)), 2));
  CHECK_FALSE(low_quotient(g, g.mul(i, g.constant(64, 2)), 2));
  CHECK(low_quotient(g, i, 0));
}

}  // namespace
}  // namespace warpproof::symbolic
