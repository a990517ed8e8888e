#include "checker/symbolic/element.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "src/term/evaluate.h"

using namespace warpproof;
using namespace warpproof::symbolic;

namespace {

using u64 = std::uint64_t;

// 4 * (row + first + 128 * others), the index a sum of 32 bits: how an optimised loop, after one that makes the
// iterations that are left over, numbers the elements of a lane.
Term address(TermGraph& g, Term row, u64 lane) {
  const auto c = [&](u64 n) { return g.constant(32, n); };
  const Term rest = g.add(c(lane), g.mul(g.var(32, "k"), c(32)));
  const Term first = g.ite(g.var(1, "no rest"), c(lane), rest);
  const Term index = g.add(row, g.add(first, g.mul(g.var(32, "m"), c(128))));
  return g.mul(g.sext(index, 64), g.constant(64, 4));
}

bool are_apart(TermGraph& g, Term a, int a_bytes, Term b, int b_bytes) {
  return g.is_false(overlap(g, a, a_bytes, b, b_bytes));
}

// Words of 64 bits that begin with a few variables.
class Words {
 public:
  Words(TermGraph& graph, std::mt19937_64& rng) : g(graph), rng_(rng) {
    for (int i = 0; i < 4; ++i) all_.push_back(g.var(i < 2 ? 32 : 64, "x"));
    variables_ = all_;
    g.set_zero_bits(all_[0], 0xf);
    for (int i = 0; i < 16; ++i) all_.push_back(next());
  }
  Term address() {
    const Term t = all_[random(all_.size())];
    const Term wide = g.width(t) == 64 ? t : random(2) == 0 ? g.sext(t, 64) : g.zext(t, 64);
    return g.add(g.mul(wide, g.constant(64, u64{1} << random(7))), g.constant(64, random(64)));
  }
  void choose(TermEvaluator& value) {
    for (const Term v : variables_) value.set(v, rng_() & (v == variables_[0] ? ~u64{0xf} : ~u64{0}));
    value.set(condition_, random(2));
  }
  u64 random(u64 below) { return rng_() % below; }

 private:
  Term next() {
    const Term x = all_[random(all_.size())], other = all_[random(all_.size())];
    const int width = g.width(x);
    const Term c = g.constant(width, random(4) == 0 ? rng_() : random(70) << random(6));
    const Term y = g.width(other) == width && random(2) == 0 ? other : c;
    const auto low = static_cast<int>(random(8));
    switch (random(10)) {
      case 0:
        return g.add(x, y);
      case 1:
        return g.mul(x, y);
      case 2:
        return g.sext(width == 32 ? x : g.extract(x, 31 + low, low), 64);
      case 3:
        return width == 32 ? g.zext(x, 64) : g.extract(x, 31 + low, low);
      case 4:
        return g.ite(condition_, x, y);
      case 5:
        return g.bit_and(x, y);
      case 6:
        return g.bit_or(x, y);
      case 7:
        return g.bit_xor(x, y);
      case 8:
        return g.shl(x, g.constant(width, static_cast<u64>(low)));
      default:
        return g.sub(x, y);
    }
  }

  TermGraph& g;
  std::mt19937_64& rng_;
  std::vector<Term> all_, variables_;
  Term condition_ = g.var(1, "c");
};

}  // namespace

TEST_CASE("lanes of unrolled loops are distinguished, whatever their iterations are") {
  TermGraph g;
  const Term row = g.var(32, "row");
  const Term a = address(g, row, 3);
  CHECK(are_apart(g, a, 4, address(g, row, 4), 4));
  CHECK(are_apart(g, a, 4, address(g, row, 2), 4));
  // 35 is 3 after an iteration, and rows of their own may be anything apart.
  CHECK_FALSE(are_apart(g, a, 4, address(g, row, 35), 4));
  CHECK_FALSE(are_apart(g, a, 4, address(g, g.var(32, "row"), 4), 4));
}

TEST_CASE("accesses of several sizes: each byte counts") {
  TermGraph g;
  const auto at = [&](u64 n) { return g.add(g.mul(g.var(64, "k"), g.constant(64, 32)), g.constant(64, n)); };
  CHECK(are_apart(g, at(0), 8, at(8), 16));
  CHECK(are_apart(g, at(8), 16, at(0), 8));
  CHECK(are_apart(g, at(0), 16, at(28), 4));
  CHECK_FALSE(are_apart(g, at(0), 16, at(8), 8));
  CHECK_FALSE(are_apart(g, at(28), 8, at(0), 4));  // goes on into the next 32
  CHECK_FALSE(are_apart(g, at(0), 32, at(16), 4));
}

TEST_CASE("accesses that are distinguished have no byte in common") {
  std::mt19937_64 rng(7);
  int apart = 0;
  for (int trial = 0; trial < 600; ++trial) {
    TermGraph g;
    Words words(g, rng);
    TermEvaluator value(g);
    for (int pair = 0; pair < 12; ++pair) {
      const Term a = words.address(), b = words.address();
      const int a_bytes = 1 << words.random(5), b_bytes = 1 << words.random(5);
      if (!are_apart(g, a, a_bytes, b, b_bytes)) continue;
      ++apart;
      for (int sample = 0; sample < 8; ++sample) {
        words.choose(value);
        const u64 behind = value(a) - value(b);
        INFO(g.str(a) << " and " << g.str(b));
        // Accesses of one size lie at multiples of it.
        REQUIRE(behind != 0);
        if (a_bytes != b_bytes) {
          REQUIRE(behind >= static_cast<u64>(b_bytes));
          REQUIRE(0 - behind >= static_cast<u64>(a_bytes));
        }
      }
    }
  }
  CHECK(apart > 500);
}
