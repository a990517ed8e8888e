// Equations of sums that have words computed in fewer bits: what their lowest bits say (low_bits.h).
#include <catch2/catch.hpp>

#include "src/term/evaluate.h"
#include "src/term/term.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;

std::int64_t as_signed(u64 v, int width) {
  const u64 sign = 1ull << (width - 1);
  return static_cast<std::int64_t>((v ^ sign) - sign);
}

TEST_CASE("the element of a row, computed in 32 bits and in 64") {
  TermGraph g;
  const Term row = g.var(32, "row"), columns = g.var(32, "columns");
  const Term start = g.mul(row, columns), four = g.constant(64, 4);
  const auto element = [&](Term index) { return g.mul(g.sext(g.add(start, index), 64), four); };
  const auto of_row = [&](Term index) { return g.add(g.mul(g.sext(start, 64), four), g.mul(g.sext(index, 64), four)); };
  const auto at = [&](Term thread, u64 step, Term iteration, u64 more) {
    return g.add(g.add(thread, g.mul(iteration, g.constant(32, step))), g.constant(32, more));
  };
  const Term i = g.var(32, "i"), j = g.var(32, "j");
  Term s = g.var(32, "s"), t = g.var(32, "t");
  g.set_range(s, 0, 255);
  g.set_range(t, 0, 255);

  // Lanes of one warp, and of two.
  const Term warp = g.mul(g.var(32, "warp"), g.constant(32, 32)), other = g.mul(g.var(32, "other"), g.constant(32, 32));
  CHECK(g.is_false(g.eq(element(at(warp, 256, i, 3)), of_row(at(other, 256, j, 4)))));
  CHECK_FALSE(g.is_false(g.eq(element(at(warp, 256, i, 3)), of_row(at(other, 256, j, 3)))));
  CHECK_FALSE(g.is_false(g.eq(element(at(warp, 256, i, 3)), of_row(at(other, 256, j, 35)))));
  // Any two threads, whose steps are a multiple of the block.
  const Term same = g.eq(element(at(s, 256, i, 0)), of_row(at(t, 256, j, 0)));
  CHECK(g.entails(same, g.eq(s, t)));
  // The step is half of the block: threads 128 apart can meet.
  const Term half = g.eq(element(at(s, 128, i, 0)), of_row(at(t, 128, j, 0)));
  CHECK_FALSE(g.entails(half, g.eq(s, t)));
}

TEST_CASE("equations mean what they were built from, for all values") {
  constexpr int kNarrow = 4, kWide = 7;
  for (u64 a : {1u, 2u, 4u}) {
    for (u64 step : {2u, 4u, 6u, 8u}) {
      for (u64 constant = 0; constant < 5; ++constant) {
        TermGraph g;
        const Term x = g.var(kNarrow, "x"), y = g.var(kNarrow, "y"), z = g.var(kNarrow, "z");
        const auto wide = [&](u64 v) { return g.constant(kWide, v); };
        const Term left = g.mul(g.sext(g.add(x, g.mul(y, g.constant(kNarrow, step))), kWide), wide(a));
        const Term right = g.add(g.add(g.mul(g.sext(x, kWide), wide(a)), g.mul(g.zext(z, kWide), wide(a))), wide(constant));
        const Term equal = g.eq(left, right);
        TermEvaluator value(g);
        for (u64 all = 0; all < 1u << (3 * kNarrow); ++all) {
          const u64 vx = all & 15, vy = all >> 4 & 15, vz = all >> 8 & 15;
          value.set(x, vx);
          value.set(y, vy);
          value.set(z, vz);
          const u64 mask = (1u << kWide) - 1;
          const u64 sum = (vx + vy * step) & 15;
          const u64 l = a * static_cast<u64>(as_signed(sum, kNarrow)) & mask;
          const u64 r = (a * static_cast<u64>(as_signed(vx, kNarrow)) + a * vz + constant) & mask;
          if (value(equal) != (l == r)) {
            CAPTURE(a, step, constant, vx, vy, vz);
            FAIL("another value");
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace warpproof
