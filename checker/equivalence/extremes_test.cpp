// Where extremes stand: what is taken for equal has equal values, and ways to find one place are equal.
#include "checker/equivalence/extremes.h"

#include <catch2/catch.hpp>
#include <random>

#include "src/term/evaluate.h"

using namespace warpproof;
using namespace warpproof::equivalence;

namespace {

using Random = std::mt19937_64;

struct Found {
  Term value, index;
};

struct Way {
  bool is_signed, greatest, ties_by_index, smaller_index, or_equal;
};

// One of two, as programs choose.
Found choose(TermGraph& g, const Way& way, Found a, Found b) {
  const Term x = way.greatest ? a.value : b.value, y = way.greatest ? b.value : a.value;
  const Term less = way.is_signed ? g.slt(x, y) : g.ult(x, y);
  const Term equal = g.eq(a.value, b.value);
  Term take = less;
  if (way.ties_by_index) {
    const Term tie = way.smaller_index ? g.slt(b.index, a.index) : g.slt(a.index, b.index);
    take = g.lor(less, g.land(equal, tie));
  } else if (way.or_equal) {
    take = g.lor(less, equal);
  }
  return {g.ite(take, b.value, a.value), g.ite(take, b.index, a.index)};
}

Found tree(TermGraph& g, const Way& way, std::vector<Found> leaves, Random& random) {
  while (leaves.size() > 1) {
    const std::size_t i = random() % (leaves.size() - 1);
    leaves[i] = random() % 2 == 0 || way.ties_by_index ? choose(g, way, leaves[i], leaves[i + 1])
                                                        : choose(g, way, leaves[i + 1], leaves[i]);
    leaves.erase(leaves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return leaves.front();
}

Term packed(TermGraph& g, const Way& way, const std::vector<Found>& leaves, bool turned) {
  std::optional<Term> best;
  for (const Found& f : leaves) {
    const Term value = turned ? g.bit_xor(f.value, g.constant(g.width(f.value), 1ull << (g.width(f.value) - 1)))
                              : f.value;
    const bool as_is = way.greatest != way.smaller_index;  // the low bits break ties the same way
    const Term parts[] = {value, as_is ? f.index : g.bit_not(f.index)};
    const Term key = g.concat(parts);
    const bool is_signed = way.is_signed && !turned;
    if (!best) {
      best = key;
    } else if (is_signed) {
      best = way.greatest ? g.smax(*best, key) : g.smin(*best, key);
    } else {
      best = way.greatest ? g.umax(*best, key) : g.umin(*best, key);
    }
  }
  return *best;
}

constexpr int kWidth = 3, kIndexWidth = 6;  // few values: many ties

std::vector<Found> leaves(TermGraph& g, std::vector<Term>& variables, std::size_t count) {
  std::vector<Found> out;
  for (std::size_t i = 0; i < count; ++i) {
    variables.push_back(g.var(kWidth, "v"));
    out.push_back({variables.back(), g.constant(kIndexWidth, i)});
  }
  return out;
}

Way random_way(Random& random) {
  return {random() % 2 == 0, random() % 2 == 0, random() % 2 == 0, random() % 2 == 0, random() % 2 == 0};
}

}  // namespace

TEST_CASE("what is said to be equal is") {
  Random random(5);
  int equal = 0;
  for (int round = 0; round < 600; ++round) {
    TermGraph g;
    std::vector<Term> variables;
    const Way way = random_way(random);
    Way other = way;
    if (random() % 3 == 0) other = random_way(random);
    const auto all = leaves(g, variables, 2 + random() % 4);
    const Found f = tree(g, way, all, random), h = tree(g, other, all, random);
    const bool turned = way.is_signed && random() % 2 == 0;
    const Term key = packed(g, way, all, turned);
    const Term low = g.extract(key, kIndexWidth - 1, 0);
    const std::pair<Term, Term> pairs[] = {
        {f.index, h.index}, {f.value, h.value}, {f.index, low}, {f.index, g.bit_not(low)}};
    for (const auto& [x, y] : pairs) {
      if (!equal_by_extremes(g, x, y)) continue;
      ++equal;
      for (int run = 0; run < 200; ++run) {
        TermEvaluator evaluate(g);
        for (const Term v : variables) evaluate.set(v, random() & 7);
        REQUIRE(evaluate(x) == evaluate(y));
      }
    }
  }
  CHECK(equal > 300);
}

TEST_CASE("an index by values and ties is that of packed words") {
  Random random(6);
  for (const bool is_signed : {false, true}) {
    for (const bool greatest : {false, true}) {
      for (const bool smaller : {false, true}) {
        TermGraph g;
        std::vector<Term> variables;
        const Way way{is_signed, greatest, true, smaller, false};
        const auto all = leaves(g, variables, 8);
        const Found one = tree(g, way, all, random), other = tree(g, way, all, random);
        const Term key = packed(g, way, all, is_signed);
        Term index = g.extract(key, kIndexWidth - 1, 0);
        if (greatest == smaller) index = g.bit_not(index);
        CHECK(equal_by_extremes(g, one.index, other.index));
        CHECK(equal_by_extremes(g, one.index, index));
        CHECK_FALSE(equal_by_extremes(g, one.index, g.bit_not(index)));
      }
    }
  }
}
