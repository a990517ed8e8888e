#include "checker/smt/known_answers.h"

#include <catch2/catch.hpp>

#include "checker/smt/solver.h"
#include "src/term/traverse.h"

namespace warpproof {
namespace {

KnownAnswers::Form form(TermGraph& g, const std::vector<Term>& predicates) {
  return KnownAnswers::form_of(g, predicates, topological_order(g, predicates)).value();
}

// x * y > x over two words, which rewriting does not decide. `prefix`: terms that the graph has before.
struct Question {
  explicit Question(int before = 0, std::uint64_t low = 3, std::uint64_t high = 9) {
    for (int i = 0; i < before; ++i) g.add(g.var(32, "before"), g.var(32, "before"));
    x = g.var(32, before == 0 ? "x" : "other");
    y = g.var(32, "y");
    g.set_range(x, low, high);
    g.set_range(y, 2, 9);
  }
  std::vector<Term> no_more() { return {g.ult(g.mul(x, y), g.add(x, x))}; }

  TermGraph g;
  Term x, y;
};

}  // namespace

TEST_CASE("known answers: a form does not depend on names, nor on what else the graph has") {
  Question a, b(5);
  CHECK(form(a.g, a.no_more()) == form(b.g, b.no_more()));
}

TEST_CASE("known answers: what the graph knows of a variable is part of the form") {
  Question a, wider(0, 3, 10), lower(0, 2, 9), even;
  even.g.set_zero_bits(even.y, 1);
  const auto of_a = form(a.g, a.no_more());
  CHECK(of_a != form(wider.g, wider.no_more()));
  CHECK(of_a != form(lower.g, lower.no_more()));
  CHECK(of_a != form(even.g, even.no_more()));
}

TEST_CASE("known answers: numbers, widths, operands and allocations are part of the form") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y"), wide = g.var(64, "wide"), other = g.var(64, "other");
  const Term four = g.constant(32, 4), five = g.constant(32, 5);
  CHECK(form(g, {g.ult(x, y), g.ult(x, four)}) != form(g, {g.ult(x, y), g.ult(y, four)}));
  CHECK(form(g, {g.ult(x, four)}) != form(g, {g.ult(x, five)}));
  CHECK(form(g, {g.ult(x, y)}) != form(g, {g.ult(wide, other)}));
  CHECK(form(g, {g.ult(x, y)}) != form(g, {g.slt(x, y)}));
  CHECK(form(g, {g.ult(g.read(32, 1, wide), four)}) != form(g, {g.ult(g.read(32, 2, wide), four)}));
  CHECK(form(g, {g.eq(g.extract(wide, 7, 0), g.constant(8, 4))}) !=
        form(g, {g.eq(g.extract(wide, 15, 8), g.constant(8, 4))}));
  CHECK(form(g, {g.ult(x, y)}) != form(g, {g.ult(x, y), g.ult(y, x)}));
}

TEST_CASE("known answers: a contradiction is one in another graph, and its solver asks nothing") {
  KnownAnswers known;
  SolverOptions options;
  options.known = &known;
  Question first;
  Solver solver(first.g, options);
  REQUIRE(solver.check(first.no_more()) == Answer::Unsat);
  Question second(7);
  CHECK(known.find(form(second.g, second.no_more()), {}) == Answer::Unsat);
  Solver again(second.g, options);
  const std::uint64_t before = effort::spent();
  CHECK(again.check(second.no_more()) == Answer::Unsat);
  CHECK(effort::spent() - before < effort::worth(effort::Work::Backend));  // not even a context of Z3 is made
  Question wider(0, 0x8000'0000, ~0u);  // where the product wraps around
  Solver of_wider(wider.g, options);
  CHECK(of_wider.check(wider.no_more()) == Answer::Sat);
}

TEST_CASE("known answers: what was given up is asked again with more effort only") {
  using std::chrono::milliseconds;
  KnownAnswers known;
  known.note({1, 2}, Answer::Unknown, milliseconds(10));
  CHECK(known.find({1, 2}, milliseconds(10)) == Answer::Unknown);
  CHECK(known.find({1, 2}, milliseconds(11)) == std::nullopt);
  CHECK(known.find({1, 3}, milliseconds(1)) == std::nullopt);
  known.note({1, 2}, Answer::Unknown, milliseconds(20));
  known.note({1, 2}, Answer::Unknown, milliseconds(5));
  CHECK(known.find({1, 2}, milliseconds(20)) == Answer::Unknown);
  known.note({1, 2}, Answer::Unsat, milliseconds(30));
  CHECK(known.find({1, 2}, milliseconds(100)) == Answer::Unsat);
  known.note({1, 2}, Answer::Unknown, milliseconds(200));
  CHECK(known.find({1, 2}, milliseconds(1)) == Answer::Unsat);
}

}  // namespace warpproof
