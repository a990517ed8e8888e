#include "checker/smt/families.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "checker/smt/solver.h"

namespace warpproof {
namespace {

struct Fixture {
  bool excludes(Term t) {
    Solver solver(g);
    const Term query[] = {t};
    return solver.check(query) == Answer::Unsat;
  }
  TermGraph g;
  Term x = g.var(32, "x");
  Term word(std::uint64_t value) { return g.constant(32, value); }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "families: even numbers become one variable") {
  g.set_range(x, 0, 7);
  std::vector<Term> inside, outside;
  for (std::uint64_t lane = 1; lane < 32; ++lane) {
    const Term at = g.add(g.mul(x, word(32)), word(lane));
    inside.push_back(g.ult(word(255), at));
    outside.push_back(g.ult(word(254), at));
  }
  const auto one = families_of(g, inside);
  REQUIRE(one.size() == 1);
  CHECK(excludes(one.front()));
  CHECK_FALSE(excludes(g.disj(families_of(g, outside))));
}

TEST_CASE_METHOD(Fixture, "families: a member that is true is covered") {
  const std::uint64_t numbers[] = {3, 9, 4, 77};
  for (const std::uint64_t wanted : numbers) {
    std::vector<Term> questions;
    for (const std::uint64_t n : numbers) questions.push_back(g.eq(g.mul(x, word(7)), word(n)));
    const auto families = families_of(g, questions);
    REQUIRE(families.size() == 1);
    CHECK_FALSE(excludes(g.land(families.front(), g.eq(g.mul(x, word(7)), word(wanted)))));
  }
}

TEST_CASE_METHOD(Fixture, "families: numbers that go together stay together") {
  g.set_range(x, 0, 1000);
  std::vector<Term> questions;
  for (std::uint64_t thread = 0; thread < 96; ++thread) {
    const std::uint64_t column = 1 + thread % 8, row = 1 + thread / 8;
    const Term at = g.add(g.mul(x, word(8)), word(column));
    const Term address = g.add(g.mul(x, word(32)), word(4 * column + 400 * row));
    questions.push_back(g.land(g.ult(at, word(500)), g.ult(word(2000 + 400 * row), address)));
  }
  const auto families = families_of(g, questions);
  REQUIRE(families.size() == 1);
  CHECK(excludes(families.front()));
}

TEST_CASE_METHOD(Fixture, "families: other variables are other questions, whatever they are called") {
  const Term other = g.var(32, "x");
  const std::vector<Term> questions{g.eq(x, word(3)), g.eq(other, word(4))};
  CHECK(families_of(g, questions).size() == 2);
}

TEST_CASE_METHOD(Fixture, "families: other shapes are other questions") {
  const std::vector<Term> questions{g.eq(x, word(3)), g.ult(x, word(3)), g.eq(x, word(4))};
  CHECK(families_of(g, questions).size() == 2);
}

TEST_CASE_METHOD(Fixture, "families: tuples keep what goes up with their numbers together") {
  // Of lanes and iterations: at x + 16 * lane + n no two lanes meet, at x + 16 * lane + 4 * n some do.
  const auto lanes = [&](std::uint64_t step) {
    std::vector<NumberedTuple> out;
    for (std::uint64_t round = 0; round < 16; ++round) {
      for (std::uint64_t lane = 0; lane < 32; ++lane)
        out.push_back({{lane, round}, {word(lane), g.add(x, word(16 * lane + step * round))}});
    }
    return out;
  };
  const auto meet = [&](std::uint64_t step) {
    const auto some = families_of(g, lanes(step), false), others = families_of(g, lanes(step), false);
    REQUIRE(some.size() == 1);
    REQUIRE(others.size() == 1);
    const auto &a = some.front(), &b = others.front();
    return g.conj(std::vector<Term>{a.facts, b.facts, g.eq(a.terms[1], b.terms[1]),
                                    g.lnot(g.eq(a.terms[0], b.terms[0]))});
  };
  CHECK(excludes(meet(1)));
  CHECK_FALSE(excludes(meet(4)));
}

TEST_CASE_METHOD(Fixture,
                 "families: tuples that differ in variables make one family where that is asked for") {
  std::vector<NumberedTuple> tuples;
  for (std::uint64_t lane = 0; lane < 4; ++lane) {
    const Term loaded = g.var(32, "loaded");
    tuples.push_back({{lane}, {word(lane), g.ult(loaded, x)}});
  }
  CHECK(families_of(g, tuples, false).size() == 4);
  REQUIRE(families_of(g, tuples, true).size() == 1);
  CHECK_FALSE(excludes(families_of(g, tuples, true).front().terms[1]));
}

TEST_CASE_METHOD(Fixture, "families: how far apart two lanes are goes with both of them") {
  // Lanes a and b at x + a and x + b + 40: never one element, as a - b < 32. With 31 in place of 40 once.
  const auto meet = [&](std::uint64_t apart) {
    std::vector<Term> questions;
    for (std::uint64_t a = 1; a < 33; ++a) {
      for (std::uint64_t b = 1; b < 33; ++b) {
        const Term iteration = g.var(32, "iteration");  // of its own
        g.set_range(iteration, 0, 9);
        questions.push_back(g.conj(std::vector<Term>{g.ult(iteration, g.add(x, word(a))), g.ult(x, word(100 + b)),
                                                     g.eq(word(a - b), word(apart)), g.ult(iteration, x)}));
      }
    }
    return questions;
  };
  CHECK(families_of(g, meet(40), true).size() <= 2);
  for (const Term family : families_of(g, meet(40), true)) CHECK(excludes(family));
  CHECK_FALSE(excludes(g.disj(families_of(g, meet(31), true))));
}

TEST_CASE_METHOD(Fixture, "families: a difference of two numbers stays one") {
  const Term y = g.var(32, "y");
  std::vector<Term> questions;
  for (std::uint64_t a = 0; a < 8; ++a) {
    for (std::uint64_t b = 0; b < 8; ++b)
      questions.push_back(g.conj(std::vector<Term>{g.eq(x, word(100 + a)), g.eq(y, word(200 + b)),
                                                   g.lnot(g.eq(g.sub(x, y), word(a - b - 100)))}));
  }
  const auto families = families_of(g, questions);
  CHECK(families.size() <= 4);  // conjuncts stand in one of a few orders
  CHECK(std::any_of(families.begin(), families.end(), [&](Term t) { return excludes(t); }));
}

TEST_CASE_METHOD(Fixture, "families: numbers of two lanes go together, whichever of them comes first") {
  const Term y = g.var(32, "y"), z = g.var(32, "z");
  for (std::uint64_t n = 0; n < 8; ++n) g.eq(x, word(n));  // so that conjuncts about x come first
  const auto questions = [&](std::uint64_t other_factor) {
    std::vector<Term> out;
    for (std::uint64_t a = 0; a < 8; ++a) {
      for (std::uint64_t b = 0; b < 8; ++b)
        out.push_back(g.conj(std::vector<Term>{g.eq(x, word(std::min(a, b))), g.eq(y, word(100 + std::max(a, b))),
                                               g.eq(z, word(7 - 4 * a + other_factor * b))}));
    }
    return out;
  };
  for (const std::uint64_t factor : {0u, 1u, 4u}) {
    const auto value = [&](Term a, Term b) { return g.add(g.mul(g.sub(word(0), a), word(4)), g.add(g.mul(b, word(factor)), word(7))); };
    const Term a = x, b = g.sub(y, word(100));
    const Term is_other = g.land(g.lnot(g.eq(z, value(a, b))), g.lnot(g.eq(z, value(b, a))));
    const auto families = families_of(g, questions(factor));
    CHECK(families.size() <= 4);
    CHECK(std::any_of(families.begin(), families.end(), [&](Term t) { return !excludes(t) && excludes(g.land(t, is_other)); }));
    // All members are covered.
    for (const Term question : questions(factor)) CHECK_FALSE(excludes(g.land(question, g.disj(families))));
  }
}

TEST_CASE_METHOD(Fixture, "families: without contents a predicate says less") {
  const Term loaded = g.read(32, 1, g.zext(x, 64)), other = g.read(32, 1, g.constant(64, 8));
  const Term place = g.ult(x, word(7)), value = g.lnot(g.eq(loaded, other));
  CHECK(without_contents(g, g.land(place, value)) == place);
  CHECK(without_contents(g, value) == g.truth(true));
}

}  // namespace warpproof
