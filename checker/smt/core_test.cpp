#include "checker/smt/core.h"

#include <catch2/catch.hpp>

#include "checker/smt/solver.h"

namespace warpproof {
namespace {

struct Lanes {
  Term word(std::uint64_t value) { return g.constant(32, value); }
  // The lane has left `for (c = lane; c < n; c += 1024)` after `iterations`.
  Term left(Term iterations, unsigned lane) {
    return g.lnot(g.slt(g.add(g.mul(iterations, word(1024)), word(lane)), n));
  }

  TermGraph g;
  Term n = g.var(32, "n"), x = g.var(32, "x"), y = g.var(32, "y");
};

}  // namespace

TEST_CASE_METHOD(Lanes, "core: conditions with a variable of their own are left out") {
  std::vector<Term> all{g.ult(x, y)};
  for (unsigned lane = 0; lane < 32; ++lane) all.push_back(left(g.var(32, "iterations"), lane));
  all.push_back(g.ult(y, x));
  CHECK(core_of(g, all).kept == std::vector{all.front(), all.back()});
}

TEST_CASE_METHOD(Lanes, "core: what is left out may leave another one a variable of its own") {
  const Term a = g.var(32, "a");
  const std::vector<Term> all{g.ult(x, y), g.ult(y, x), g.ult(x, a), g.ult(a, n)};
  CHECK(core_of(g, all).kept == std::vector{all[0], all[1]});
}

TEST_CASE_METHOD(Lanes, "core: a variable that two conditions share keeps both") {
  const std::vector<Term> all{g.ult(x, y), g.ult(y, x)};
  CHECK(core_of(g, all).kept == all);
}

// "What two lanes access is equal" is what is asked, whatever variables it has to itself.
TEST_CASE_METHOD(Lanes, "core: an equation is never left out") {
  const std::vector<Term> all{g.ult(x, y), g.eq(g.add(x, g.var(32, "i")), g.add(y, g.var(32, "j"))),
                              left(n, 3)};
  CHECK(core_of(g, all).kept == std::vector{all[0], all[1]});
}

// The solver takes an answer from the core only where it may: a condition that its own variable cannot meet counts.
TEST_CASE_METHOD(Lanes, "core: a condition that cannot be met is not forgotten") {
  const Term k = g.var(32, "k"), m = g.var(32, "m");
  // 4 k is never 1 more than 4 m, whatever stands beside it.
  const Term never = g.eq(g.mul(k, word(4)), g.add(g.mul(m, word(4)), word(1)));
  const Term beside = g.land(g.ult(g.mul(x, y), n), g.ult(g.mul(y, x), n));
  Solver solver(g);
  const Term question[] = {never, beside, g.ult(word(3), x), g.ult(word(3), y)};
  CHECK(solver.check(question) == Answer::Unsat);
  const Term possible[] = {g.eq(g.mul(k, word(4)), g.add(g.mul(m, word(4)), word(8))), beside,
                           g.ult(word(3), x), g.ult(word(3), y)};
  SmtModel model;
  CHECK(solver.check(possible, &model) == Answer::Sat);
}

// What is left out is met afterwards, or joins the core: by numbers near the largest one few lanes can have left.
TEST_CASE_METHOD(Lanes, "core: lanes that have left a loop are met for the values of the core, or change these") {
  const Term largest = word(0x7fffffff);
  const auto question = [&](Term low, unsigned lanes) {
    std::vector<Term> out{g.ult(g.mul(x, y), n), g.ult(g.mul(y, x), g.add(n, x)), g.lnot(g.slt(n, low))};
    for (unsigned lane = 0; lane < lanes; ++lane) out.push_back(left(g.var(32, "iterations"), lane));
    return out;
  };
  Solver solver(g);
  CHECK(solver.check(question(word(100), 64)) == Answer::Sat);
  CHECK(solver.check(question(g.sub(largest, word(1023)), 64)) == Answer::Sat);  // n has to be 0x7ffffc00
  CHECK(solver.check(question(largest, 1)) == Answer::Unsat);  // only lane 1023 comes that far
}

}  // namespace warpproof
