// What is excluded over integers is excluded of words, and what is possible is possible: by the solver of bit vectors.
#include "checker/smt/over_integers.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "checker/smt/solver.h"

namespace warpproof {
namespace {

struct Fixture {
  TermGraph g;
  OverIntegers ask(std::vector<Term> predicates) { return ask_over_integers(g, predicates, 1000); }
  Term word(int width, std::uint64_t value) { return g.constant(width, value); }
};

// A random term over the variables.
class Terms {
 public:
  Terms(TermGraph& graph, unsigned seed) : g(graph), random_(seed) {
    for (int i = 0; i < 3; ++i) variables_.push_back(g.var(kWidth, "x"));
    const Term two = g.var(2 * kWidth, "two");  // of which parts occur, with common bits or without
    for (const int low : {0, pick(2) == 0 ? kWidth : kWidth - 1}) variables_.push_back(g.extract(two, low + kWidth - 1, low));
    if (pick(2) == 0) g.set_range(variables_[0], pick(4), 4 + pick(12));
  }

  Term predicate(int depth) {
    switch (pick(depth == 0 ? 3 : 6)) {
      case 0:
        return g.eq(word(depth), word(depth));
      case 1:
        return g.ult(word(depth), word(depth));
      case 2:
        return g.slt(word(depth), word(depth));
      case 3:
        return g.lnot(predicate(depth - 1));
      case 4:
        return g.land(predicate(depth - 1), predicate(depth - 1));
      default:
        return g.bit_xor(predicate(depth - 1), predicate(depth - 1));
    }
  }

 private:
  static constexpr int kWidth = 4;
  std::uint64_t pick(std::uint64_t n) { return random_() % n; }

  Term word(int depth) {
    if (depth == 0) return pick(3) == 0 ? g.constant(kWidth, pick(16)) : variables_[pick(variables_.size())];
    const Term a = word(depth - 1), b = word(depth - 1);
    const Term number = g.constant(kWidth, 1 + pick(15));
    switch (pick(15)) {
      case 0:
        return g.add(a, b);
      case 1:
        return g.sub(a, b);
      case 2:
        return g.mul(a, number);
      case 3:
        return g.udiv(a, number);
      case 4:
        return g.urem(a, number);
      case 5:
        return g.ite(predicate(depth - 1), a, b);
      case 6:
        return g.extract(g.sext(a, 8), 6, 3);
      case 7:
        return g.extract(g.mul(g.zext(a, 8), g.constant(8, 1 + pick(255))), 5, 2);
      case 8:
        return g.concat(std::vector<Term>{g.extract(a, 1, 0), g.extract(b, 3, 2)});
      case 9:
        return g.extract(g.add(g.sext(a, 8), g.zext(b, 8)), 4, 1);
      case 10:
        return g.bit_and(a, b);
      case 11:
        return g.bit_or(a, b);
      case 12:
        return g.sdiv(a, number);
      case 13:
        return g.srem(a, number);
      default:
        return g.bit_xor(a, g.constant(kWidth, 15));
    }
  }

  TermGraph& g;
  std::mt19937 random_;
  std::vector<Term> variables_;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "over integers: sums wrap around") {
  const Term x = g.var(32, "x"), y = g.var(32, "y");
  const Term larger = g.ult(g.add(x, word(32, 1)), x);
  CHECK(ask({larger}) == OverIntegers::Possible);
  CHECK(ask({larger, g.ult(x, y)}) == OverIntegers::Excluded);
  CHECK(ask({g.slt(g.add(x, word(32, 1)), x), g.slt(x, y)}) == OverIntegers::Excluded);
}

TEST_CASE_METHOD(Fixture, "over integers: rows of 64 bits") {
  const Term row = g.var(64, "row"), i = g.var(32, "i"), k = g.var(32, "k"), w = g.var(32, "w");
  const Term next = g.add(row, g.zext(w, 64));
  const Term inside = g.conj(std::vector<Term>{g.ult(i, w), g.ult(k, w), g.ult(row, word(64, 1ull << 40))});
  const auto element = [&](Term r, Term c) { return g.mul(g.add(r, g.zext(c, 64)), word(64, 4)); };
  CHECK(ask({inside, g.eq(element(row, i), element(next, k))}) == OverIntegers::Excluded);
  const Term one_more = g.conj(std::vector<Term>{g.ule(i, w), g.ult(k, w), g.ult(row, word(64, 1ull << 40))});
  CHECK(ask({one_more, g.eq(element(row, i), element(next, k))}) == OverIntegers::Possible);
}

TEST_CASE_METHOD(Fixture, "over integers: parts of a variable are apart where they have no common bit") {
  const Term whole = g.var(64, "whole");
  const Term low = g.extract(whole, 31, 0), high = g.extract(whole, 63, 32), middle = g.extract(whole, 47, 16);
  CHECK(ask({g.ult(low, high), g.ult(high, word(32, 1))}) == OverIntegers::Excluded);
  CHECK(ask({g.eq(low, word(32, 7)), g.eq(high, word(32, 9))}) == OverIntegers::Possible);
  CHECK(ask({g.eq(low, word(32, 0)), g.eq(high, word(32, 0)), g.ult(word(32, 0), middle)}) == OverIntegers::Excluded);
  CHECK(ask({g.eq(low, word(32, 0)), g.eq(high, word(32, 0)), g.ult(word(64, 0), whole)}) == OverIntegers::Excluded);
  CHECK(ask({g.ult(whole, word(64, 3ull << 32)), g.eq(low, word(32, 5)), g.ult(word(32, 1), high)}) == OverIntegers::Possible);
  CHECK(ask({g.ult(whole, word(64, 3ull << 32)), g.eq(low, word(32, 5)), g.ult(word(32, 2), high)}) == OverIntegers::Excluded);
  CHECK(ask({g.ult(whole, word(64, 3ull << 31)), g.eq(high, word(32, 1)), g.ult(word(32, 1u << 31), low)}) == OverIntegers::Excluded);
  const Term small = g.var(64, "small");
  g.set_range(small, 0, 1ull << 32);
  CHECK(ask({g.ult(word(32, 1), g.extract(small, 63, 32))}) == OverIntegers::Excluded);
  CHECK(ask({g.eq(word(32, 1), g.extract(small, 63, 32)), g.eq(word(32, 1), g.extract(small, 31, 0))}) != OverIntegers::Possible);
}

TEST_CASE_METHOD(Fixture, "over integers: products of unknowns are any number") {
  const Term x = g.var(32, "x"), y = g.var(32, "y");
  CHECK(ask({g.eq(g.mul(x, y), word(32, 3)), g.eq(x, word(32, 2))}) == OverIntegers::Unknown);
}

TEST_CASE("over integers: never against words") {
  int excluded = 0, possible = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    TermGraph g;
    Terms terms(g, seed);
    const std::vector<Term> predicates{terms.predicate(2), terms.predicate(2), terms.predicate(1)};
    const OverIntegers answer = ask_over_integers(g, predicates, 1000);
    if (answer == OverIntegers::Unknown) continue;
    Solver solver(g);
    CAPTURE(seed);
    CHECK(solver.check(predicates) == (answer == OverIntegers::Excluded ? Answer::Unsat : Answer::Sat));
    ++(answer == OverIntegers::Excluded ? excluded : possible);
  }
  CHECK(excluded > 20);
  CHECK(possible > 50);
}

}  // namespace warpproof
