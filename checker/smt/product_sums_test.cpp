#include "checker/smt/product_sums.h"

#include <catch2/catch.hpp>

#include <vector>

#include "src/term/traverse.h"

namespace warpproof::products {
namespace {

TEST_CASE("a factor that products of a sum share is found", "[smt]") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y"), z = g.var(32, "z"), w = g.var(32, "w"), h = g.var(32, "h");
  const auto rows = gathering(g, g.add(g.mul(y, w), w));
  REQUIRE(rows);
  CHECK(rows->common == w);
  CHECK_FALSE(rows->is_of_three);
  const auto layers = gathering(g, g.add(g.add(g.mul(g.mul(z, h), w), g.mul(y, w)), x));
  REQUIRE(layers);
  CHECK(layers->common == w);
  CHECK(layers->is_of_three);
  CHECK_FALSE(gathering(g, g.add(g.mul(y, w), x)));     // one product only
  CHECK_FALSE(gathering(g, g.add(x, y)));               // none
  CHECK_FALSE(gathering(g, g.mul(g.add(x, y), w)));     // no sum
}

TEST_CASE("what a sum comes to is a multiple of its sizes", "[smt]") {
  TermGraph g;
  const Term i = g.var(32, "i"), y = g.var(32, "y"), n = g.var(32, "n"), w = g.var(32, "w"), row = g.var(32, "row");
  g.set_range(row, 0, 15);
  const auto times = [&](std::uint64_t k, Term t) { return g.mul(g.constant(32, k), t); };
  const auto of = [&](Term sum) { return multiples_in(g, sum, {n, w}); };
  const auto is_one = [&](Term sum, const std::vector<Term>& factors, std::uint64_t most, bool is_of_sizes) {
    const auto all = of(sum);
    return all.size() == 1 && all[0].factors == factors && all[0].times == most && all[0].is_of_sizes == is_of_sizes;
  };
  CHECK(is_one(g.add(times(4, n), i), {n}, 5, true));
  CHECK(is_one(g.sub(i, times(4, n)), {n}, 4, true));  // i is added, and 4 * n subtracted
  CHECK(is_one(g.add(g.mul(row, w), i), {w}, 16, true));
  CHECK(is_one(g.add(times(3, g.mul(y, w)), i), {std::min(y, w), std::max(y, w)}, 3, false));
  CHECK(is_one(g.add(n, g.constant(32, 31)), {n}, 2, true));  // 31 may be a thread's number
  CHECK(of(g.sub(n, g.constant(32, 1))).empty());
  CHECK(of(g.add(n, w)).size() == 2);
  CHECK(of(g.add(i, y)).empty());
  CHECK(of(g.sub(n, i)).empty());
  CHECK(of(g.add(times(kMostTimes, n), i)).empty());
  CHECK(of(times(4, n)).empty());
}

TEST_CASE("the constant of a product is apart from its factors", "[smt]") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y");
  const Monomial m = monomial(g, g.mul(g.constant(32, 12), g.mul(x, y)));
  CHECK(m.constant == 12);
  CHECK(m.factors.size() == 2);
  const Monomial word = monomial(g, x);
  CHECK(word.constant == 1);
  CHECK(word.factors == std::vector<Term>{x});
}

TEST_CASE("a multiple by a power of two is no stride", "[smt]") {
  TermGraph g;
  const Term x = g.var(32, "x");
  CHECK(is_stride(g, g.mul(g.constant(32, 12), x)));
  CHECK(is_stride(g, g.mul(g.constant(32, 0xfffffffd), x)));        // -3
  CHECK_FALSE(is_stride(g, g.mul(g.constant(32, 0xfffffff8), x)));  // -8
  CHECK_FALSE(is_stride(g, x));
}

TEST_CASE("products that also stand elsewhere are not gathered alone", "[smt]") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y"), z = g.var(32, "z"), w = g.var(32, "w"), h = g.var(32, "h");
  const Term row = g.mul(y, w), index = g.add(g.add(g.mul(g.mul(z, h), w), row), x);
  const Term alone[] = {index};
  CHECK(gathered_alone(g, topological_order(g, alone)).contains(row.id));
  const Term both[] = {index, g.ult(row, x)};
  CHECK_FALSE(gathered_alone(g, topological_order(g, both)).contains(row.id));
}

}  // namespace
}  // namespace warpproof::products
