#include "checker/smt/families.h"

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

}  // namespace warpproof
