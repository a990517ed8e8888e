#include "src/term/evaluate.h"

#include <catch2/catch.hpp>
#include <random>

#include "src/term/float_op.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;

}  // namespace

TEST_CASE("variables without a value and memory without a reader are 0") {
  TermGraph g;
  TermEvaluator evaluate(g);
  const Term x = g.var(32, "x"), cell = g.read(32, 1, g.zext(x, 64));
  CHECK(evaluate(g.add(x, g.constant(32, 5))) == 5);
  CHECK(evaluate(cell) == 0);
  evaluate.set(x, 0x1'0000'0007);  // cut to 32 bits
  CHECK(evaluate(x) == 7);
  evaluate.set_reader([](std::uint32_t allocation, u64 offset, int width) {
    return allocation * 1000 + offset * 10 + static_cast<u64>(width);
  });
  CHECK(evaluate(cell) == 1000 + 70 + 32);
  CHECK_THROWS_AS(evaluate.set(cell, 1), std::invalid_argument);
}

TEST_CASE("a new assignment replaces earlier results") {
  TermGraph g;
  TermEvaluator evaluate(g);
  const Term x = g.var(8, "x"), square = g.mul(x, x);
  for (u64 v = 0; v < 16; ++v) {
    evaluate.set(x, v);
    CHECK(evaluate(square) == v * v);
  }
  // Terms built after the first evaluation are known too.
  CHECK(evaluate(g.bit_xor(square, g.constant(8, 1))) == (225 ^ 1));
}

TEST_CASE("approximate operations are reported") {
  TermGraph g;
  TermEvaluator evaluate(g);
  const Term x = g.var(32, "x");
  const Term in[] = {x}, two[] = {x, x};
  const Term root = g.float_op(FloatOp{FloatCode::Sqrt}.pack(), 32, in);
  const Term sine = g.float_op(FloatOp{FloatCode::Sin}.pack(), 32, in);
  evaluate.set(x, 0x40800000);
  CHECK(evaluate(root) == 0x40000000);
  CHECK(evaluate(g.float_op(FloatOp{FloatCode::Add}.pack(), 32, two)) == 0x41000000);
  CHECK_FALSE(evaluate.approximate());
  evaluate(sine);
  CHECK(evaluate.approximate());
  const Term roots[] = {root}, sines[] = {root, sine};
  CHECK_FALSE(CompiledTerms(g, roots).approximate());
  CHECK(CompiledTerms(g, sines).approximate());
}

TEST_CASE("compiled terms compute what the evaluator computes") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(16, "y"), c = g.var(1, "c");
  const Term a = g.ite(c, g.mul(x, x), g.sext(y, 32)), b = g.ult(a, g.read(32, 3, g.zext(x, 64)));
  const Term parts[] = {g.bit(a, 5), b, c, y};
  const Term roots[] = {a, b, g.concat(parts), g.popc(a), x};
  auto memory = [](std::uint32_t, u64 offset, int) { return offset * 0x9e3779b9u; };
  CompiledTerms compiled(g, roots);
  TermEvaluator evaluate(g);
  evaluate.set_reader(memory);
  std::mt19937_64 rng(1);
  for (int n = 0; n < 100; ++n) {
    std::vector<u64> values;
    for (Term v : compiled.variables()) {
      values.push_back(rng());
      evaluate.set(v, values.back());
    }
    compiled.run(values, memory);
    for (std::size_t i = 0; i < std::size(roots); ++i) CHECK(compiled.result(i) == evaluate(roots[i]));
  }
  CHECK_THROWS_AS(compiled.run({}, memory), std::invalid_argument);
}

TEST_CASE("deep graphs are evaluated without recursion") {
  TermGraph g;
  TermEvaluator evaluate(g);
  const Term x = g.var(32, "x");
  evaluate.set(x, 3);
  Term t = x;
  u64 expected = 3;
  for (int i = 0; i < 300000; ++i) {
    t = g.bit_xor(g.mul(t, g.constant(32, 5)), g.constant(32, 0x55));
    expected = (expected * 5 & 0xffffffff) ^ 0x55;
  }
  CHECK(evaluate(t) == expected);
}

}  // namespace warpproof
