// Quotients by constants as compilers write them: recognised, and never taken for one that they are not. Words of 8 bits, all
// values.
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "src/term/evaluate.h"
#include "src/term/term.h"
#include "tests/sample_size.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;
constexpr int kWidth = 8;

int as_signed(u64 word) { return static_cast<std::int8_t>(word); }
u64 word(int value) { return static_cast<std::uint8_t>(value); }

struct Words {
  TermGraph g;
  Term x = g.var(kWidth, "x"), y = g.var(kWidth, "y");

  Term number(u64 v, int width = kWidth) { return g.constant(width, v); }
  template <class F>
  void for_all(Term t, F expected) {
    TermEvaluator value(g);
    for (u64 a = 0; a < 256; ++a) {
      value.set(x, a);
      if (value(t) == expected(a)) continue;
      CAPTURE(a, g.str(t));
      CHECK(value(t) == expected(a));
      return;
    }
  }
  // (x * factor >> 8, rounded down) >> shift, and 1 more for negative numbers. Such a factor from 128 on is less by 256 to
  // a high product, for which x is added.
  Term signed_product(Term dividend, u64 factor, int shift) { return signed_product(dividend, factor, shift, factor >= 128); }
  Term signed_product(Term dividend, u64 factor, int shift, bool adds_dividend) {
    Term high = g.mulhi_s(dividend, number(factor));
    if (adds_dividend) high = g.add(high, dividend);
    return g.add(g.ashr(high, number(static_cast<u64>(shift))), g.lshr(high, number(7)));
  }
  Term signed_quotient(Term dividend, u64 d) {
    for (int shift = 0; shift < 8; ++shift) {
      const u64 factor = (256u << shift) / d + 1;
      if (factor < 256 && factor * d - (256u << shift) <= (1u << shift) * 2) return signed_product(dividend, factor, shift);
    }
    FAIL("no factor for " << d);
    return {};
  }
};

TEST_CASE("quotients: what compilers write for signed ones is recognised") {
  for (u64 d = 3; d < 128; ++d) {
    if ((d & (d - 1)) == 0) continue;
    Words w;
    CAPTURE(d);
    const Term quotient = w.signed_quotient(w.x, d);
    CHECK(quotient == w.g.sdiv(w.x, w.number(d)));
    w.for_all(quotient, [&](u64 a) { return word(as_signed(a) / static_cast<int>(d)); });
    const Term remainder = w.g.sub(w.x, w.g.mul(quotient, w.number(d)));
    CHECK(remainder == w.g.srem(w.x, w.number(d)));
    w.for_all(remainder, [&](u64 a) { return word(as_signed(a) % static_cast<int>(d)); });
  }
}

TEST_CASE("quotients: any factor and shift means what it says") {
  for (u64 factor = 0; factor < 256; ++factor) {
    for (int shift = 0; shift < 8; ++shift) {
      Words w;
      CAPTURE(factor, shift);
      for (const bool adds_dividend : {false, true}) {
        w.for_all(w.signed_product(w.x, factor, shift, adds_dividend), [&](u64 a) {
          const int product = as_signed(a) * as_signed(factor);
          const int high = as_signed(word((product >> 8) + (adds_dividend ? as_signed(a) : 0)));
          return word((high >> shift) + (high < 0 ? 1 : 0));
        });
      }
      const Term high = w.g.mulhi_u(w.x, w.number(factor));
      w.for_all(w.g.lshr(high, w.number(static_cast<u64>(shift))), [&](u64 a) { return a * factor >> 8 >> shift; });
    }
  }
}

TEST_CASE("quotients: an unsigned one is recognised where it is exact") {
  Words w;
  const Term third = w.g.lshr(w.g.mulhi_u(w.x, w.number(171)), w.number(1));
  CHECK(third == w.g.udiv(w.x, w.number(3)));
  CHECK(w.g.sub(w.x, w.g.mul(third, w.number(3))) == w.g.urem(w.x, w.number(3)));
  // 147 * 7 = 2^10 + 5: not exact for 8 bits, where 5 * 255 > 2^10.
  const Term none = w.g.lshr(w.g.mulhi_u(w.x, w.number(147)), w.number(2));
  CHECK_FALSE(none == w.g.udiv(w.x, w.number(7)));
}

TEST_CASE("quotients: rows and columns are put together again") {
  Words w;
  TermGraph& g = w.g;
  const Term sum = g.add(w.x, w.y);
  for (const Term index : {w.x, sum}) {
    for (const u64 d : {3u, 18u, 100u}) {
      CAPTURE(d, g.str(index));
      const Term row = w.signed_quotient(index, d), column = g.sub(index, g.mul(row, w.number(d)));
      CHECK(g.add(g.mul(row, w.number(d)), column) == index);
      // As addresses of 4-byte elements.
      const auto wide = [&](Term t) { return g.sext(t, 64); };
      CHECK(g.add(g.mul(wide(row), w.number(4 * d, 64)), g.mul(wide(column), w.number(4, 64))) ==
            g.mul(wide(index), w.number(4, 64)));
      // Rows that are longer than the divisor stay apart.
      const Term padded = g.add(g.mul(wide(row), w.number(4 * d + 4, 64)), g.mul(wide(column), w.number(4, 64)));
      TermEvaluator value(g);
      value.set(w.y, 7);
      for (u64 a = 0; a < 256; ++a) {
        value.set(w.x, a);
        const int i = as_signed(index == w.x ? a : a + 7), n = static_cast<int>(d);
        REQUIRE(value(padded) == static_cast<u64>(static_cast<std::int64_t>(i / n * (4 * n + 4) + i % n * 4)));
      }
    }
  }
}

TEST_CASE("quotients: rows and columns that are extended otherwise stay apart") {
  for (const bool is_signed : {false, true}) {
    for (const bool with_sign : {false, true}) {
      for (const u64 d : {3u, 18u, 100u}) {
        Words w;
        TermGraph& g = w.g;
        CAPTURE(is_signed, with_sign, d);
        const Term by = w.number(d), row = is_signed ? g.sdiv(w.x, by) : g.udiv(w.x, by),
                   column = is_signed ? g.srem(w.x, by) : g.urem(w.x, by);
        const auto wide = [&](Term t) { return with_sign ? g.sext(t, 32) : g.zext(t, 32); };
        const Term sum = g.add(g.mul(wide(row), w.number(d, 32)), wide(column));
        w.for_all(sum, [&](u64 a) {
          const int n = static_cast<int>(d), dividend = is_signed ? as_signed(a) : static_cast<int>(a);
          const auto extended = [&](int v) { return with_sign ? as_signed(word(v)) : static_cast<int>(word(v)); };
          return u64{static_cast<std::uint32_t>(extended(dividend / n) * n + extended(dividend % n))};
        });
      }
    }
  }
}

TEST_CASE("quotients: an index of three dimensions is put together again") {
  Words w;
  TermGraph& g = w.g;
  const Term i = g.zext(w.x, 32), a = g.constant(32, 3), b = g.constant(32, 5);
  const Term column = g.urem(i, a), row = g.urem(g.udiv(i, a), b), layer = g.udiv(i, g.constant(32, 15));
  CHECK(g.add(g.add(g.mul(layer, g.constant(32, 15)), g.mul(row, a)), column) == i);
  const Term other = g.add(g.add(g.mul(layer, g.constant(32, 16)), g.mul(row, a)), column);
  w.for_all(other, [](u64 v) { return v / 15 * 16 + v / 3 % 5 * 3 + v % 3; });
}

TEST_CASE("quotients: rows of any length are put together again, whatever the length is") {
  for (const bool is_signed : {false, true}) {
    Words w;
    TermGraph& g = w.g;
    const Term d = w.y, z = g.var(kWidth, "z");
    const auto quotient = [&](Term x, Term by) { return is_signed ? g.sdiv(x, by) : g.udiv(x, by); };
    const auto remainder = [&](Term x, Term by) { return is_signed ? g.srem(x, by) : g.urem(x, by); };
    const Term row = quotient(w.x, d), column = remainder(w.x, d);
    CHECK(g.add(g.mul(row, d), column) == w.x);
    CHECK(g.add(g.mul(g.mul(row, d), w.number(4)), g.mul(column, w.number(4))) == g.mul(w.x, w.number(4)));
    // Of volumes: layers of z rows.
    const Term layer = quotient(row, z), row_of_layer = remainder(row, z);
    CHECK(g.add(g.add(g.mul(g.mul(layer, z), d), g.mul(row_of_layer, d)), column) == w.x);
    // Nothing of rows that are longer, of another number's, or of quotients that are read otherwise.
    const Term other = is_signed ? g.udiv(w.x, d) : g.sdiv(w.x, d);
    const std::vector<Term> sums{g.add(g.mul(row, g.add(d, w.number(1))), column), g.add(g.mul(row, z), column),
                                 g.add(g.mul(other, d), column), g.add(g.mul(g.mul(row, d), w.number(2)), column)};
    TermEvaluator value(g);
    const auto by_parts = [&](std::size_t i, u64 zs) {
      const u64 q = value(i == 2 ? other : row), length = value(d);
      return word(static_cast<int>(q * (i == 0 ? length + 1 : i == 1 ? zs : i == 2 ? length : 2 * length) + value(column)));
    };
    for (u64 a = 0; a < 256; ++a) {
      for (u64 b = 0; b < 256; ++b) {
        value.set(w.x, a), value.set(w.y, b), value.set(z, a ^ 5);
        for (std::size_t i = 0; i < sums.size(); ++i) REQUIRE(value(sums[i]) == by_parts(i, a ^ 5));
        // What is put together is what it was made of, for each length.
        REQUIRE(word(static_cast<int>(value(row) * b + value(column))) == a);
      }
    }
  }
}

TEST_CASE("quotients: sums of any multiples mean what they say") {
  for (const u64 d : {3u, 7u, 50u}) {
    for (u64 k = 0; k < 256; k += 5) {
      for (u64 c = 1; c < 256; c += 12) {
        Words w;
        CAPTURE(d, k, c);
        const Term row = w.g.sdiv(w.x, w.number(d)), column = w.g.srem(w.x, w.number(d));
        const auto quotient = [&](u64 a) { return as_signed(a) / static_cast<int>(d); };
        const auto remainder = [&](u64 a) { return as_signed(a) % static_cast<int>(d); };
        w.for_all(w.g.add(w.g.mul(row, w.number(k)), w.g.mul(column, w.number(c))), [&](u64 a) {
          return word(quotient(a) * static_cast<int>(k) + remainder(a) * static_cast<int>(c));
        });
        w.for_all(w.g.add(w.g.mul(row, w.number(k)), w.g.mul(w.x, w.number(c))), [&](u64 a) {
          return word(quotient(a) * static_cast<int>(k) + as_signed(a) * static_cast<int>(c));
        });
      }
    }
  }
}

// Of dividends, their quotients and remainders by a few numbers, and high products, in words of 8 bits, or extended to 16.
TEST_CASE("quotients: random sums mean what their parts do") {
  std::mt19937_64 random(testing::seed(11));
  const auto pick = [&](const auto& from) { return from[random() % from.size()]; };
  for (int n = 0; n < testing::rounds(3000); ++n) {
    Words w;
    TermGraph& g = w.g;
    const std::vector<u64> divisors{3, 5, 6, 7, 10, 12, 15, 18, 100};
    const u64 d = pick(divisors), other = pick(divisors);
    const std::vector<Term> dividends{w.x, w.y, g.add(w.x, w.y), g.sub(w.x, w.y), g.add(g.mul(w.x, w.number(2)), w.number(3))};
    const Term dividend = pick(dividends), by = w.number(d);
    std::vector<Term> words{w.x,
                            w.y,
                            dividend,
                            g.sdiv(dividend, by),
                            g.srem(dividend, by),
                            g.udiv(dividend, by),
                            g.urem(dividend, by),
                            g.udiv(g.udiv(dividend, by), w.number(other)),
                            g.urem(g.udiv(dividend, by), w.number(other)),
                            w.signed_quotient(dividend, d),
                            g.sdiv(dividend, w.number(other)),
                            g.srem(dividend, w.number(other))};
    const Term high = g.mulhi_s(dividend, w.number(random() % 128));
    words.push_back(g.ashr(high, w.number(random() % 4)));
    words.push_back(g.lshr(high, w.number(7)));
    const int width = random() % 2 == 0 ? kWidth : 16;
    if (width != kWidth) {
      const std::size_t narrow = words.size();
      for (std::size_t i = 0; i < narrow; ++i) {
        words.push_back(g.sext(words[i], width));
        words[i] = g.zext(words[i], width);
      }
    }
    const u64 unit = 1 + random() % 4, more = random() % 8;
    const std::vector<u64> multiples{unit, unit * d, unit * other, unit * d * other, 0 - unit, 0 - unit * d, random()};
    if (more == 0) words = {words[words.size() - 1], words[words.size() - 2]};
    std::vector<std::pair<Term, u64>> parts;
    Term sum = g.constant(width, random());
    const Term constant = sum;
    for (u64 i = 0, count = 2 + random() % 4; i < count; ++i) {
      parts.emplace_back(pick(words), pick(multiples));
      sum = g.add(sum, g.mul(parts.back().first, g.constant(width, parts.back().second)));
    }
    TermEvaluator value(g);
    for (int at = 0; at < 64; ++at) {
      value.set(w.x, random() % 256);
      value.set(w.y, random() % 256);
      u64 expected = value(constant);
      for (const auto& [part, multiple] : parts) expected += value(part) * multiple;
      CAPTURE(n, g.str(sum));
      REQUIRE(value(sum) == (expected & ((1u << width) - 1)));
    }
  }
}

TEST_CASE("quotients: comparisons with a number are comparisons of the dividend") {
  for (const u64 d : {2u, 3u, 5u, 17u, 64u, 100u, 127u}) {
    Words w;
    const Term u = w.g.udiv(w.x, w.number(d)), s = w.g.sdiv(w.x, w.number(d));
    const auto quotient = [&](u64 a) { return as_signed(a) / static_cast<int>(d); };
    for (u64 k = 0; k < 256; ++k) {
      CAPTURE(d, k);
      w.for_all(w.g.ult(u, w.number(k)), [&](u64 a) { return u64{a / d < k}; });
      w.for_all(w.g.ult(w.number(k), u), [&](u64 a) { return u64{k < a / d}; });
      w.for_all(w.g.ult(s, w.number(k)), [&](u64 a) { return u64{word(quotient(a)) < k}; });
      w.for_all(w.g.slt(s, w.number(k)), [&](u64 a) { return u64{quotient(a) < as_signed(k)}; });
      w.for_all(w.g.slt(w.number(k), s), [&](u64 a) { return u64{as_signed(k) < quotient(a)}; });
    }
  }
}

}  // namespace
}  // namespace warpproof
