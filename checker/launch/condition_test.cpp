#include "checker/launch/condition.h"

#include <catch2/catch.hpp>
#include <map>

namespace warpproof::launch {
namespace {

// The values that the tests' names stand for.
struct Value {
  Quantity quantity;
  std::uint64_t bits;
};

const std::map<std::string, Value>& values() {
  using Kind = Quantity::Kind;
  static const std::map<std::string, Value> kValues = {
      {"n", {{Kind::Parameter, 0, 32, true}, 300}},
      {"minus", {{Kind::Parameter, 1, 32, true}, 0xfffffff9}},  // -7
      {"u", {{Kind::Parameter, 2, 32, false}, 0xfffffff9}},
      {"wide", {{Kind::Parameter, 3, 64, true}, 1ull << 40}},
      {"byte", {{Kind::Parameter, 4, 8, false}, 200}},
      {"small", {{Kind::Parameter, 5, 8, true}, 0xff}},  // -1
      {"zero", {{Kind::Parameter, 6, 32, true}, 0}},
  };
  return kValues;
}

Condition parse(const std::string& text) {
  return Condition::parse(text, [](const std::string& name) -> std::optional<Quantity> {
    if (name == "p") throw std::runtime_error("p is a pointer; conditions are over numbers");
    const auto it = values().find(name);
    return it == values().end() ? std::nullopt : std::optional(it->second.quantity);
  });
}

bool holds(const Condition& condition) {
  TermGraph graph;
  const Term t = condition.holds(graph, [&](const Quantity& q) {
    if (q.kind == Quantity::Kind::BlockSize) return graph.constant(32, q.index == 0 ? 128 : 2);
    if (q.kind == Quantity::Kind::GridSize) return graph.constant(32, 5);
    if (q.kind == Quantity::Kind::WarpSize) return graph.constant(32, 32);
    for (const auto& [name, v] : values()) {
      if (v.quantity == q) return graph.constant(q.bits, v.bits);
    }
    return graph.constant(q.bits, 0);
  });
  REQUIRE((graph.is_true(t) || graph.is_false(t)));
  return graph.is_true(t);
}

bool holds(const std::string& text) { return holds(parse(text)); }

struct Row {
  const char* text;
  bool expected;
};

TEST_CASE("what the program computes before a launch does not overflow") {
  const auto computed = [](const std::string& text) {
    Condition out = parse(text);
    out.set_computed();
    return out;
  };
  const auto is_said = [&](const std::string& text) { return computed(text).text() != text; };
  CHECK(holds("n * 10000000 == -1294967296"));  // 3000000000 is no int
  CHECK_FALSE(holds(computed("n * 10000000 == -1294967296")));
  CHECK(holds(computed("n * 1000000 == 300000000")));
  CHECK(holds(computed("u + 100 == 93")));  // unsigned numbers wrap around in C++
  CHECK(holds(computed("(n + 31) / 32 == 10")));
  CHECK(holds(computed("n == 300 || n * 10000000 == 0")));  // is not evaluated
  CHECK(holds(computed("(n > 5) * 8 + (n <= 5) * (n * 10000000) == 8")));  // n > 5 ? 8 : n * 10000000
  CHECK_FALSE(holds(computed("(n <= 5) * 8 + (n > 5) * (n * 10000000) == -1294967296")));
  CHECK(computed("gridDim.x == (n + 31) / 32").text() == "gridDim.x == (n + 31) / 32, without overflow");
  CHECK_FALSE(is_said("gridDim.x == (u + 31) / 32"));
  CHECK_FALSE(is_said("gridDim.x == n / 32 && gridDim.y == 1"));
}

// What a C++ compiler computes for `text` with those values.
TEST_CASE("conditions mean what C++ says") {
  static constexpr Row kRows[] = {
      {"n == 300", true},
      {"n <= 1024 && n % 4 == 0", true},
      {"n <= 1024 && n % 7 == 0", false},
      {"n == 0x12c", true},
      {"n == 0X12Cu", true},
      {"n - 1 - 1 == 298", true},  // to the left
      {"2 + 3 * 4 == 14", true},
      {"(2 + 3) * 4 == 20", true},
      {"1 << 2 + 1 == 8", true},  // + binds tighter than <<, << than ==
      {"7 & 3 == 3", true},       // == binds tighter than &: 7 & 1
      {"6 & 3 == 3", false},
      {"1 | 2 ^ 3 & 1", true},
      {"0 || 1 && 0", false},
      {"!n", false},
      {"(int)u == -7", true},
      {"u > 0 && (int)u < 0", true},
      {"(unsigned int)minus == 4294967289", true},
      {"(unsigned)minus == u", true},
      {"(long)u == 4294967289", true},
      {"(long)minus == -7", true},
      {"(unsigned long)minus > 4294967295", true},
      {"(int)wide == 0", true},
      {"(int)(wide + 5) == 5", true},
      {"(unsigned char)n == 44", true},
      {"(signed char)byte == -56", true},
      {"(short)(n * 1000) == -27680", true},
      {"-(int)u * 2 == 14", true},  // binds as a sign does
      {"( long ) n == 300", true},
      {"!!n == 1", true},
      {"!zero", true},
      {"~zero == -1", true},
      {"- -n == n", true},
      {"minus < 0", true},
      {"minus % 4 == -3", true},  // the sign of the dividend
      {"minus / 2 == -3", true},
      {"minus >> 1 == -4", true},  // arithmetic
      {"u >> 1 == 0x7ffffffcu", true},
      {"u < 0", false},
      {"u > n", true},
      {"minus < 1u", false},  // int becomes unsigned int
      {"minus < blockDim.x", false},
      {"minus < wide", true},  // int becomes long
      {"u < wide", true},
      {"u + 7 == 0", true},  // wraps at 32 bits
      {"u + 7l == 0x100000000", true},
      {"4294967295 + 1 == 4294967296", true},  // a long
      {"0xffffffff + 1 == 0", true},           // an unsigned int
      {"2147483647 < 2147483648", true},
      {"byte + byte == 400", true},  // promoted to int
      {"small == -1", true},
      {"small < byte", true},
      {"-1 < 0ul", false},
      {"18446744073709551615u > 0", true},
      {"wide == 1l << 40", true},
      {"blockDim.x == 128 && blockDim.y == 2 && gridDim.x == 5 && warpSize == 32", true},
      {"n > 1 == 1", true},
      {"1 < 2 < 3", true},
      {"  ( n )==300 ", true},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(holds(row.text) == row.expected);
  }
}

TEST_CASE("what C++ leaves undefined satisfies nothing, unless it is not evaluated") {
  CHECK_FALSE(holds("n / zero == 0 || 1"));
  CHECK_FALSE(holds("!(n % zero)"));
  CHECK(holds("zero == 0 || n % zero == 0"));
  CHECK_FALSE(holds("zero != 0 && n % zero == 0"));
  CHECK_FALSE(holds("1 << 32 == 0 || 1"));
  CHECK_FALSE(holds("1 << minus == 0 || 1"));
  CHECK(holds("1l << 32 == 4294967296"));
}

struct Bad {
  const char* text;
  int column;
  const char* message;
};

TEST_CASE("errors name the column") {
  static constexpr Bad kBad[] = {
      {"", 1, "expected a number"},
      {"n <", 4, "expected a number"},
      {"n < < 3", 5, "expected a number"},
      {"(n < 3", 7, "expected an operator or ')'"},
      {"n < 3)", 6, "expected an operator or the end"},
      {"n 3", 3, "expected an operator or the end"},
      {"n = 3", 3, "expected an operator"},
      {"n <= m", 6, "no parameter 'm'"},
      {"3 < p", 5, "p is a pointer"},
      {"threadIdx.x < 3", 1, "differs from thread to thread"},
      {"blockDim.w < 3", 1, "has .x, .y and .z"},
      {"blockDim. < 3", 1, "no parameter"},
      {"n < 1.5", 6, "expected an operator"},
      {"n < 12ab", 5, "is no integer"},
      {"n < 0x", 5, "is no integer"},
      {"n < 017", 5, "octal"},
      {"n < 18446744073709551616", 5, "does not fit"},
      {"n < 9223372036854775808", 5, "is no integer"},
  };
  for (const Bad& bad : kBad) {
    CAPTURE(bad.text);
    try {
      parse(bad.text);
      FAIL("no error");
    } catch (const ConditionError& error) {
      CHECK(error.column() == bad.column);
      CHECK_THAT(error.what(), Catch::Contains(bad.message));
    }
  }
}

TEST_CASE("an unknown name is distinguished from other mistakes") { CHECK_THROWS_AS(parse("n < m"), UnknownName); }

TEST_CASE("nesting is bounded") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "n" + std::string(depth, ')') + " > 0";
  };
  CHECK(holds(nested(64)));
  CHECK_THROWS_AS(parse(nested(65)), ConditionError);
  CHECK_THROWS_AS(parse(nested(100'000)), ConditionError);
  CHECK(holds(std::string(4000, '!') + "n"));
  CHECK_THROWS_AS(parse(std::string(5000, '!') + "n"), ConditionError);
}

TEST_CASE("types are named") {
  CHECK(parse("n < u && u < byte && n < blockDim.x").types() ==
        "n: int, u: unsigned int, byte: unsigned char");
}

TEST_CASE("a condition is exact where it says what it reads as") {
  static constexpr Row kRows[] = {
      {"n + 1 > n", true},
      {"n * 10000000 == 0", false},             // 3000000000 is no int
      {"n - 301 < 0", true},
      {"minus == gridDim.x * 32", false},       // -7 is 4294967289
      {"minus < 5", true},
      {"u == -7", true},                        // a literal
      {"u + 100 > 0", false},                   // above 2^32
      {"u - u == 0", true},
      {"gridDim.x - 6 > 0", false},             // below 0
      {"(n & (n - 1)) == 0", true},
      {"(u & -u) == u", true},
      {"(gridDim.x & (gridDim.x - 6)) == 0", true},
      {"~u == 6", true},
      {"1 << n == 0 || n == 300", false},
      {"gridDim.x << 30 == 0", false},
      {"n > 400 && n * 10000000 == 0", true},   // is not evaluated
      {"n == 300 || n * 10000000 == 0", true},
      {"(unsigned int)minus == gridDim.x", true},
      {"wide * 8388608 > 0", false},            // 2^63
      {"-n == gridDim.x - 305", false},
  };
  for (const Row& row : kRows) {
    INFO(row.text);
    TermGraph graph;
    const Term t = parse(row.text).exact(graph, [&](const Quantity& q) {
      if (q.kind == Quantity::Kind::GridSize) return graph.constant(32, 5);
      for (const auto& [name, v] : values()) {
        if (v.quantity == q) return graph.constant(q.bits, v.bits);
      }
      return graph.constant(q.bits, 0);
    });
    CHECK(graph.is_true(t) == row.expected);
    CHECK(graph.is_false(t) != row.expected);
  }
}

}  // namespace
}  // namespace warpproof::launch
