#include "checker/smt/size_limit.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <vector>

#include "src/term/evaluate.h"

namespace warpproof {
namespace {

constexpr std::array<std::uint32_t, 12> kValues = {0u,          1u,          2u,          5u,          46340u,      46341u,
                                                   0x10000u,    0x2aaaaaaau, 0x2aaaaaabu, 0x7fffffffu, 0x80000000u, 0xffffffffu};

// What the text says, by numbers that do not wrap around.
bool says(const SizeLimit& limit, const std::vector<Term>& variables, const std::vector<std::uint32_t>& values) {
  bool has_negative = false;
  long double product = limit.times, first_two = 1;
  for (std::size_t i = 0; i < limit.sizes.size(); ++i) {
    const std::uint32_t v = values[limit.sizes[i] == variables[0] ? 0 : limit.sizes[i] == variables[1] ? 1 : 2];
    const bool is_unsigned = std::find(limit.are_unsigned.begin(), limit.are_unsigned.end(), limit.sizes[i]) != limit.are_unsigned.end();
    has_negative = has_negative || (!is_unsigned && v >> 31 != 0);
    product *= v;
    if (i < 2) first_two *= v;
  }
  const bool fits = (limit.sizes.size() < 3 || first_two <= 0x7fffffff) && product <= 0x7fffffff;
  return limit.excludes_negative ? !has_negative && fits : has_negative || fits;
}

// Of as many of three variables; the others are 0.
void for_all_values(std::size_t count, const std::function<void(const std::vector<std::uint32_t>&)>& look) {
  std::vector<std::uint32_t> values(3, 0);
  std::function<void(std::size_t)> from = [&](std::size_t at) {
    if (at == count) return look(values);
    for (const std::uint32_t v : kValues) {
      values[at] = v;
      from(at + 1);
    }
    values[at] = 0;
  };
  from(0);
}

}  // namespace

TEST_CASE("size limits: a fact is what its text says, for numbers on both sides of each limit") {
  TermGraph g;
  const std::vector<Term> v{g.var(32, "a"), g.var(32, "b"), g.var(32, "c")};
  const std::vector<std::vector<Term>> sizes{{v[0]}, {v[0], v[1]}, {v[0], v[0]}, {v[0], v[1], v[2]}};
  for (const auto& of : sizes) {
    for (const std::vector<Term>& are_unsigned : {std::vector<Term>{}, {v[0]}, v}) {
      for (const std::uint64_t times : {1ull, 3ull, 4096ull, 1ull << 31}) {
        for (const bool excludes_negative : {false, true}) {
          const SizeLimit limit{times, of, are_unsigned, excludes_negative};
          const Term fact = fact_of(g, limit);
          for_all_values(of.size(), [&](const std::vector<std::uint32_t>& values) {
            TermEvaluator value(g);
            for (std::size_t i = 0; i < values.size(); ++i) value.set(v[i], values[i]);
            INFO(times << " * " << values[0] << " * " << values[1] << " * " << values[2] << ", " << of.size() << " sizes, "
                       << are_unsigned.size() << " unsigned, negative excluded: " << excludes_negative);
            REQUIRE((value(fact) != 0) == says(limit, v, values));
          });
        }
      }
    }
  }
}

TEST_CASE("size limits: one that implies another is stronger for all numbers") {
  TermGraph g;
  const std::vector<Term> v{g.var(32, "a"), g.var(32, "b"), g.var(32, "c")};
  std::vector<SizeLimit> all;
  for (const std::vector<Term>& of : {std::vector<Term>{v[0], v[1]}, v})
    for (const std::vector<Term>& are_unsigned : {std::vector<Term>{}, {v[0]}, v})
      for (const std::uint64_t times : {1ull, 3ull})
        for (const bool excludes_negative : {false, true}) all.push_back({times, of, are_unsigned, excludes_negative});
  int implied = 0;
  for (const SizeLimit& one : all) {
    for (const SizeLimit& other : all) {
      if (one == other || !implies(one, other)) continue;
      ++implied;
      CHECK_FALSE(implies(other, one));
      for_all_values(3, [&](const std::vector<std::uint32_t>& values) { REQUIRE((!says(one, v, values) || says(other, v, values))); });
    }
  }
  CHECK(implied > 5);
}

TEST_CASE("size limits: texts") {
  TermGraph g;
  const Term a = g.var(32, "a"), b = g.var(32, "b"), c = g.var(32, "c");
  const std::string of_an_int = ", as the number of elements of a buffer that an int counts";
  CHECK(text_of({1, {a, b}, {}}, {"w", "h"}) == "w * h is no more than 2147483647" + of_an_int);
  CHECK(text_of({5, {a}, {}}, {"n"}) == "5 * n is no more than 2147483647" + of_an_int);
  CHECK(text_of({3, {a, b}, {b}}, {"w", "h"}) == "3 * w * (unsigned) h is no more than 2147483647" + of_an_int);
  CHECK(text_of({1, {a, b, c}, {}}, {"w", "h", "d"}) == "w * h * d is no more than 2147483647" + of_an_int);
  CHECK(text_of({1, {a, b}, {}, true}, {"w", "h"}) == "w * h is no more than 2147483647, and no factor of it negative" + of_an_int);
}

}  // namespace warpproof
