// Masks of classes of lanes, as match.any and activemask return them: what the rewriting says about them is
// compared with all values of presence and keys for a warp of four.
#include <bit>
#include <catch2/catch.hpp>

#include "src/term/evaluate.h"
#include "src/term/term.h"
#include "src/term/term_forms.h"

namespace warpproof {
namespace {

using u32 = std::uint32_t;
constexpr int kLanes = 4;

struct Warp {
  TermGraph g;
  std::vector<Term> present, key, mask;

  explicit Warp(bool shared_condition) {
    const Term common = g.var(1, "common");
    variables.push_back(common);
    for (int l = 0; l < kLanes; ++l) {
      present.push_back(g.var(1, "present"));
      key.push_back(g.var(2, "key"));
      variables.push_back(present.back());
      variables.push_back(key.back());
      if (shared_condition) present.back() = g.land(present.back(), common);
    }
    for (int l = 0; l < kLanes; ++l) {
      std::vector<Term> bits{g.constant(32 - kLanes, 0)};
      for (int k = kLanes; k-- > 0;) bits.push_back(in_class(k, l));
      mask.push_back(g.concat(bits));
    }
  }

  Term in_class(int k, int l) { return k == l ? present[k] : g.land(present[k], g.eq(key[k], key[l])); }

  // Calls `check(evaluate, masks)` for every assignment.
  template <class F>
  void for_all(F check) {
    const int bits = 1 + kLanes * 3;
    for (u32 all = 0; all < 1u << bits; ++all) {
      TermEvaluator evaluate(g);
      u32 rest = all;
      for (const Term v : variables) {
        evaluate.set(v, rest & ((1u << g.width(v)) - 1));
        rest >>= g.width(v);
      }
      u32 here[kLanes], keys[kLanes], masks[kLanes];
      for (int l = 0; l < kLanes; ++l) {
        here[l] = static_cast<u32>(evaluate(present[l]));
        keys[l] = static_cast<u32>(evaluate(key[l]));
      }
      for (int l = 0; l < kLanes; ++l) {
        masks[l] = 0;
        for (int k = 0; k < kLanes; ++k) masks[l] |= (here[k] != 0 && keys[k] == keys[l] ? 1u : 0u) << k;
      }
      check(evaluate, masks);
    }
  }

  std::vector<Term> variables;
};

TEST_CASE("masks of two lanes are equal when their classes are, or both are empty") {
  for (const bool shared : {false, true}) {
    Warp w(shared);
    std::vector<std::vector<Term>> equal(kLanes, std::vector<Term>(kLanes));
    for (int i = 0; i < kLanes; ++i) {
      for (int j = 0; j < kLanes; ++j) equal[i][j] = w.g.eq(w.mask[i], w.mask[j]);
    }
    w.for_all([&](TermEvaluator& evaluate, const u32* masks) {
      for (int i = 0; i < kLanes; ++i) {
        for (int j = 0; j < kLanes; ++j) {
          if ((evaluate(equal[i][j]) != 0) != (masks[i] == masks[j])) FAIL(i << " " << j);
        }
      }
    });
  }
}

TEST_CASE("a lane that another one's mask names has the same mask, by rewriting alone") {
  Warp w(false);
  for (int i = 0; i < kLanes; ++i) {
    for (int k = 0; k < kLanes; ++k) {
      CHECK(w.g.entails(w.in_class(k, i), w.g.eq(w.mask[i], w.mask[k])));
      if (i != k) CHECK_FALSE(w.g.entails(w.present[k], w.g.eq(w.mask[i], w.mask[k])));
    }
  }
}

TEST_CASE("masks of one class over different lanes are not taken for equal") {
  Warp w(false);
  // Bit 0 of the second mask lacks the key: equal classes do not make these equal.
  const Term odd = w.g.concat(std::vector<Term>{w.in_class(2, 1), w.in_class(1, 1), w.present[0]});
  const Term even = w.g.concat(std::vector<Term>{w.in_class(2, 2), w.in_class(1, 2), w.in_class(0, 2)});
  const Term equal = w.g.eq(odd, even);
  w.for_all([&](TermEvaluator& evaluate, const u32*) {
    if (evaluate(equal) != static_cast<u32>(evaluate(odd) == evaluate(even))) FAIL();
  });
}

TEST_CASE("the first set bit of a mask from either end") {
  Warp w(false);
  const Term m = w.g.extract(w.mask[1], kLanes - 1, 0);
  const Term high = w.g.clz(m), low = w.g.clz(w.g.brev(m)), isolated = w.g.clz(w.g.bit_and(m, w.g.neg(m)));
  for (const Term t : {high, low, isolated}) REQUIRE(first_set(w.g, t).has_value());
  REQUIRE_FALSE(first_set(w.g, w.g.clz(w.g.var(32, "word"))).has_value());
  std::vector<Term> is_high, is_low, is_isolated;
  for (u32 k = 0; k <= kLanes + 1; ++k) {
    is_high.push_back(w.g.eq(high, w.g.constant(kLanes, k)));
    is_low.push_back(w.g.eq(low, w.g.constant(kLanes, k)));
    is_isolated.push_back(w.g.eq(isolated, w.g.constant(kLanes, k)));
  }
  w.for_all([&](TermEvaluator& evaluate, const u32* masks) {
    const u32 mask = masks[1];
    const u32 expect_high = static_cast<u32>(std::countl_zero(mask)) - 28,
              expect_low = mask == 0 ? kLanes : static_cast<u32>(std::countr_zero(mask)),
              expect_isolated = static_cast<u32>(std::countl_zero(mask & (0u - mask))) - 28;
    for (u32 k = 0; k <= kLanes + 1; ++k) {
      if ((evaluate(is_high[k]) != 0) != (k == expect_high)) FAIL(mask);
      if ((evaluate(is_low[k]) != 0) != (k == expect_low)) FAIL(mask);
      if ((evaluate(is_isolated[k]) != 0) != (k == expect_isolated)) FAIL(mask);
    }
    for (const auto& [t, expected] :
         {std::pair{high, expect_high}, std::pair{low, expect_low}, std::pair{isolated, expect_isolated}}) {
      const auto first = *first_set(w.g, t);
      std::size_t i = 0;
      while (i < first.bits.size() && evaluate(first.bits[i]) == 0) ++i;
      if (first.values[i] != expected) FAIL(mask << " " << i);
    }
  });
}

TEST_CASE("counts of some bits of a mask compare like the other bits") {
  Warp w(false);
  const Term m = w.mask[2], other = w.mask[3];
  std::vector<Term> rank;
  for (u32 l = 0; l <= kLanes; ++l) rank.push_back(w.g.popc(w.g.bit_and(m, w.g.constant(32, (1u << l) - 1))));
  rank.push_back(w.g.popc(other));
  const Term base = w.g.var(32, "base");
  struct Pair {
    std::size_t i, j;
    Term less, equal, offset_equal;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < rank.size(); ++i) {
    for (std::size_t j = 0; j < rank.size(); ++j) {
      pairs.push_back({i, j, w.g.ult(rank[i], rank[j]), w.g.eq(rank[i], rank[j]),
                       w.g.eq(w.g.add(base, rank[i]), w.g.add(base, rank[j]))});
    }
  }
  w.for_all([&](TermEvaluator& evaluate, const u32* masks) {
    const auto count = [&](std::size_t i) {
      return std::popcount(i <= kLanes ? masks[2] & ((1u << i) - 1) : masks[3]);
    };
    evaluate.set(base, 0xfffffffe);
    for (const Pair& p : pairs) {
      if ((evaluate(p.less) != 0) != (count(p.i) < count(p.j))) FAIL(p.i << " < " << p.j);
      if ((evaluate(p.equal) != 0) != (count(p.i) == count(p.j))) FAIL(p.i << " = " << p.j);
      if (evaluate(p.offset_equal) != evaluate(p.equal)) FAIL(p.i << " + base = " << p.j << " + base");
    }
  });
  CHECK(w.g.entails(w.present[2], w.g.ult(rank[2], rank[4])));  // a member's rank is below the size
}

TEST_CASE("a count less a count of some of its bits is that of the others") {
  Warp w(false);
  const Term m = w.mask[2], other = w.mask[3];
  const auto rank = [&](Term mask, u32 l) {
    return w.g.popc(w.g.bit_and(mask, w.g.constant(32, (1u << l) - 1)));
  };
  const Term base = w.g.var(32, "base");
  for (u32 i = 0; i <= kLanes; ++i) {
    for (u32 j = 0; j <= kLanes; ++j) {
      // Places of the first list, and of one after it.
      const Term first = w.g.add(base, rank(m, i)),
                 second = w.g.add(base, w.g.add(w.g.popc(m), rank(other, j)));
      const Term equal = w.g.eq(first, second);
      w.for_all([&](TermEvaluator& evaluate, const u32* masks) {
        evaluate.set(base, 0xfffffffe);
        const int before = std::popcount(masks[2] & ((1u << i) - 1)),
                  behind = std::popcount(masks[2]) + std::popcount(masks[3] & ((1u << j) - 1));
        if ((evaluate(equal) != 0) != (before == behind)) FAIL(i << " " << j);
      });
      if (i < kLanes) CHECK(w.g.is_false(w.g.land(w.g.bit(m, static_cast<int>(i)), equal)));
    }
  }
}

TEST_CASE("counts modulo a power of two tell apart what is below it") {
  TermGraph g;
  std::vector<Term> bits;
  for (int i = 0; i < 20; ++i) bits.push_back(g.var(1, "bit"));
  const auto rank = [&](int lane) {
    std::vector<Term> below{g.constant(32 - lane, 0)};
    below.insert(below.end(), bits.begin(), bits.begin() + lane);
    return g.popc(g.concat(below));
  };
  const Term base = g.var(32, "base");
  const auto same = [&](int low, int high, int width) {
    const Term x = g.add(base, rank(low)), y = g.add(base, rank(high));
    return g.land(bits[static_cast<std::size_t>(low)],
                  g.eq(g.extract(x, width - 1, 0), g.extract(y, width - 1, 0)));
  };
  CHECK(g.is_false(same(3, 12, 8)));
  CHECK(g.is_false(same(0, 19, 5)));
  CHECK(g.is_false(same(9, 15, 4)));
  const Term may_be = same(0, 17, 4);  // 16 bits between them
  REQUIRE(!g.is_const(may_be));
  TermEvaluator evaluate(g);
  for (int i = 0; i < 20; ++i) evaluate.set(bits[static_cast<std::size_t>(i)], i < 16);
  CHECK(evaluate(may_be) == 1);
}

TEST_CASE("the lowest set bit of a mask of which some bits are known to be set") {
  TermGraph g;
  for (int known = 0; known < 4; ++known) {
    std::vector<Term> bits;
    for (int i = 0; i < 4; ++i) bits.push_back(i == known ? g.truth(true) : g.var(1, "bit"));
    const Term mask = g.concat(bits);
    const Term lowest = g.bit_and(mask, g.neg(mask)), zeros = g.clz(lowest);
    CHECK(first_set(g, zeros).has_value());
    TermEvaluator evaluate(g);
    for (u32 v = 0; v < 16; ++v) {
      for (int i = 0; i < 4; ++i) {
        if (i != known) evaluate.set(bits[static_cast<std::size_t>(i)], v >> (3 - i) & 1);
      }
      const u32 value = v | 1u << (3 - known);
      CHECK(evaluate(lowest) == (value & -value));
      CHECK(evaluate(zeros) == 3u - static_cast<u32>(std::countr_zero(value)));
      for (u32 k = 0; k < 5; ++k)
        CHECK(evaluate(g.eq(zeros, g.constant(4, k))) == (3u - static_cast<u32>(std::countr_zero(value)) == k));
    }
  }
}

TEST_CASE("multiples compare as what they are multiples of, unless they wrap around") {
  TermGraph g;
  const Term x = g.var(8, "x"), y = g.var(8, "y");
  const auto times = [&](Term t, u32 k, int width) { return g.mul(g.zext(t, width), g.constant(width, k)); };
  CHECK(g.ult(times(x, 3, 10), times(y, 3, 10)) == g.ult(x, y));
  const Term wraps = g.ult(times(x, 5, 10), times(y, 5, 10));
  CHECK(wraps != g.ult(x, y));
  TermEvaluator evaluate(g);
  evaluate.set(x, 100);
  evaluate.set(y, 210);  // 1050
  CHECK(evaluate(wraps) == 0);
}

TEST_CASE("bounds reach into clauses of clauses, and clauses decide each other") {
  TermGraph g;
  const Term n = g.var(32, "n"), p = g.var(1, "p"), q = g.var(1, "q"), r = g.var(1, "r"), s = g.var(1, "s");
  const auto at_least = [&](u32 k) { return g.lnot(g.slt(n, g.constant(32, k))); };
  const Term x = g.land(p, q), y = g.land(r, s);
  CHECK(g.is_false(g.conj(std::vector<Term>{g.lnot(x), g.lnot(y), g.lor(x, y)})));
  const Term x1 = g.land(x, at_least(1)), y1 = g.land(y, at_least(2));
  CHECK(g.is_false(g.conj(std::vector<Term>{at_least(3), g.lnot(x1), g.lnot(y1), g.lor(x, y)})));
  CHECK(g.land(at_least(3), g.lor(x1, y1)) == g.land(at_least(3), g.lor(x, y)));
  // A signed lower bound stays one literal, so that the two sides of a branch add up again.
  const Term guard = g.land(at_least(2), r), condition = g.land(at_least(1), p);
  CHECK(g.lor(g.land(guard, condition), g.land(guard, g.lnot(condition))) == guard);
}

TEST_CASE("an arm of a choice that its condition decides") {
  TermGraph g;
  const Term p = g.var(1, "p"), q = g.var(1, "q"), r = g.var(1, "r");
  CHECK(g.ite(g.land(p, q), p, r) == g.lor(g.land(p, q), r));
  CHECK(g.ite(g.lor(p, q), r, q) == g.land(g.lor(p, q), r));
}

}  // namespace
}  // namespace warpproof
