// Answers, and the promises behind them: Sat comes with a model that holds, Unsat is never wrong.
#include "checker/smt/solver.h"

#include <catch2/catch.hpp>
#include <random>

#include "src/term/evaluate.h"
#include "src/term/float_op.h"
#include "tests/sample_size.h"

namespace warpproof {
namespace {

using u64 = std::uint64_t;

std::uint64_t read_cells(const SmtModel& model, std::uint32_t allocation, u64 offset, int width) {
  u64 out = 0;
  for (int i = 0; i < width / 8; ++i) {
    const u64 at = offset + static_cast<u64>(i);
    int found = 0;
    for (const auto& c : model.cells) {
      if (c.allocation != allocation || at - c.offset >= static_cast<u64>(c.bytes)) continue;
      out |= (c.value >> (8 * (at - c.offset)) & 0xff) << (8 * i);
      ++found;
    }
    CHECK(found == 1);  // read bytes are there, and cells do not overlap
  }
  return out;
}

bool holds(const TermGraph& graph, const SmtModel& model, Term predicate) {
  TermEvaluator evaluate(graph);
  for (const auto& [id, value] : model.values) evaluate.set(Term{id}, value);
  evaluate.set_reader(
      [&](std::uint32_t a, u64 offset, int width) { return read_cells(model, a, offset, width); });
  return evaluate(predicate) == 1;
}

struct Fixture {
  TermGraph g;
  Solver solver{g, {.budget_ms = 120'000}};
  Term x = g.var(32, "x"), y = g.var(32, "y");

  Term k(u64 v, int width = 32) { return g.constant(width, v); }
  Term wide(Term t) { return g.zext(t, 64); }
  Answer ask(Term t, SmtModel* model = nullptr) {
    const Term one[] = {t};
    return solver.check(one, model);
  }
  void expect_sat(Term t) {
    SmtModel model;
    INFO(g.str(t));
    REQUIRE(ask(t, &model) == Answer::Sat);
    CHECK(holds(g, model, t));
  }
  void expect_unsat(Term t) {
    INFO(g.str(t));
    CHECK(ask(t) == Answer::Unsat);
  }
  // The variable has this value, said so that only Z3 sees it.
  Term is(Term v, u64 value) {
    const int w = g.width(v);
    return g.land(g.eq(g.udiv(v, k(1009, w)), k(value / 1009, w)),
                  g.eq(g.urem(v, k(1009, w)), k(value % 1009, w)));
  }
  Term fop(FloatCode code, std::initializer_list<Term> in, FloatRounding r = FloatRounding::Rn,
           bool ftz = false) {
    FloatOp op;
    op.code = code;
    op.rounding = r;
    op.ftz = ftz;
    if (op.is_comparison()) op.result = FloatFormat::Pred;
    return g.float_op(op.pack(), op.result_width(), {in.begin(), in.size()});
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "bit vectors: satisfiable and unsatisfiable arithmetic") {
  expect_sat(g.eq(g.mul(x, y), k(391)));
  expect_sat(g.land(g.eq(g.add(x, y), k(10)), g.eq(g.bit_xor(x, y), k(4))));
  expect_unsat(g.land(g.eq(g.bit_and(x, y), k(3)), g.eq(g.bit_or(x, y), k(4))));
  expect_unsat(g.land(g.ult(x, y), g.land(g.ult(y, g.bit_xor(x, k(1))), g.eq(g.bit_and(x, k(1)), k(0)))));
  expect_unsat(g.lnot(g.eq(g.mul(g.add(x, y), g.add(x, y)),
                           g.add(g.add(g.mul(x, x), g.mul(y, y)), g.mul(k(2), g.mul(x, y))))));
}

TEST_CASE_METHOD(Fixture, "every kind of word operation means the same to Z3 as to the evaluator") {
  // x op y differs from the value at a point only if an encoding is wrong.
  using Op = Term (TermGraph::*)(Term, Term);
  std::mt19937_64 rng(testing::seed(3));
  const Op binary[] = {&TermGraph::add,     &TermGraph::mul,    &TermGraph::udiv,    &TermGraph::sdiv,
                       &TermGraph::urem,    &TermGraph::srem,   &TermGraph::mulhi_u, &TermGraph::mulhi_s,
                       &TermGraph::bit_and, &TermGraph::bit_or, &TermGraph::bit_xor, &TermGraph::shl,
                       &TermGraph::lshr,    &TermGraph::ashr,   &TermGraph::umin,    &TermGraph::umax,
                       &TermGraph::smin,    &TermGraph::smax};
  const Op predicates[] = {&TermGraph::eq, &TermGraph::ult, &TermGraph::ule, &TermGraph::slt,
                           &TermGraph::sle};
  using Unary = Term (TermGraph::*)(Term);
  const Unary unary[] = {&TermGraph::popc, &TermGraph::clz, &TermGraph::brev, &TermGraph::bit_not,
                         &TermGraph::neg};
  const Term a = g.var(16, "a"), b = g.var(16, "b");
  for (int round = 0; round < testing::rounds(4); ++round) {
    const u64 va = rng() & 0xffff, vb = round % 2 ? rng() & 0xf : rng() & 0xffff;
    const Term point = g.land(is(a, va), is(b, vb));
    TermEvaluator evaluate(g);
    evaluate.set(a, va);
    evaluate.set(b, vb);
    REQUIRE(evaluate(point) == 1);
    std::vector<Term> results;
    for (Op op : binary) results.push_back((g.*op)(a, b));
    for (Op op : predicates) results.push_back((g.*op)(a, b));
    for (Unary op : unary) results.push_back((g.*op)(a));
    results.push_back(g.sext(g.extract(a, 9, 3), 16));
    results.push_back(g.zext(g.extract(a, 3, 3), 16));
    const Term parts[] = {g.bit(a, 3), g.bit(b, 0), g.extract(a, 12, 0), g.bit(b, 7)};
    results.push_back(g.concat(parts));
    for (Term t : results) {
      const Term right = g.eq(t, g.constant(g.width(t), evaluate(t)));
      expect_unsat(g.land(point, g.lnot(right)));
    }
  }
}

TEST_CASE_METHOD(Fixture, "assumptions hold in every check and are left out when unrelated") {
  const Term z = g.var(32, "z"), p = g.var(1, "p");
  solver.assume(g.ult(x, k(10)));
  solver.assume(g.eq(g.mul(z, z), k(49)));
  solver.assume(p);
  expect_unsat(g.eq(x, k(11)));
  SmtModel model;
  const Term query[] = {g.eq(g.bit_and(x, k(6)), k(6)), g.eq(y, k(3))};
  REQUIRE(solver.check(query, &model) == Answer::Sat);
  CHECK(model.value(x) < 10);
  CHECK((model.value(x) & 6) == 6);
  CHECK(model.value(y) == 3);
  CHECK(model.value(z) * model.value(z) % (1ull << 32) == 49);
  CHECK(model.value(p) == 1);
  CHECK_THROWS_AS(solver.assume(x), std::invalid_argument);
}

TEST_CASE_METHOD(Fixture, "contradictory assumptions make every query unsatisfiable") {
  const Term z = g.var(32, "z");
  solver.assume(g.eq(g.urem(g.mul(z, z), k(4)), k(3)));  // no square is 3 modulo 4
  expect_unsat(g.eq(x, k(1)));
}

TEST_CASE_METHOD(Fixture, "ranges of variables are part of the assumptions") {
  g.set_range(x, 3, 6);
  expect_unsat(g.eq(g.mul(x, x), k(49)));
  SmtModel model;
  REQUIRE(ask(g.ult(y, g.mul(x, x)), &model) == Answer::Sat);
  CHECK(model.value(x) >= 3);
  CHECK(model.value(x) <= 6);
}

TEST_CASE_METHOD(Fixture, "no assertion at all is satisfiable") {
  CHECK(solver.check({}, nullptr) == Answer::Sat);
  expect_unsat(g.truth(false));
  CHECK(ask(g.truth(true)) == Answer::Sat);
}

TEST_CASE_METHOD(Fixture, "memory: one cell has one value") {
  auto word = [&](Term index) { return g.read(32, 1, g.mul(wide(index), k(4, 64))); };
  expect_unsat(g.land(g.eq(x, y), g.lnot(g.eq(word(x), word(y)))));
  expect_sat(g.lnot(g.eq(word(x), word(y))));
  // A chain through memory: a[a[x]] with given contents.
  const Term chain = g.eq(word(g.bit_and(word(x), k(0xff))), k(77));
  expect_sat(g.land(chain, g.eq(word(x), k(5))));
  expect_unsat(g.conj(std::vector<Term>{chain, g.eq(word(x), k(5)), g.eq(word(k(5)), k(78))}));
  // Other allocations are other memory.
  expect_sat(g.land(g.eq(word(x), k(1)), g.eq(g.read(32, 2, g.mul(wide(x), k(4, 64))), k(2))));
}

TEST_CASE_METHOD(Fixture, "memory: reads of different sizes overlap") {
  const Term word = g.read(32, 1, k(4, 64)), half = g.read(16, 1, k(6, 64)), byte = g.read(8, 1, k(7, 64));
  expect_unsat(g.land(g.eq(word, k(0x12345678)), g.lnot(g.eq(half, k(0x1234, 16)))));
  expect_sat(g.land(g.eq(word, k(0x12345678)), g.eq(byte, k(0x12, 8))));
  // The same allocation with symbolic offsets afterwards.
  const Term at = g.read(8, 1, wide(x));
  expect_unsat(g.conj(std::vector<Term>{g.eq(word, k(0x12345678)), g.eq(x, k(5)), g.eq(at, k(0x57, 8))}));
  expect_sat(g.conj(std::vector<Term>{g.eq(word, k(0x12345678)), g.ult(x, k(8)), g.eq(at, k(0x34, 8))}));
  // Unaligned words.
  const Term unaligned = g.read(32, 1, g.add(wide(x), k(1, 64)));
  expect_unsat(g.conj(std::vector<Term>{g.eq(x, k(4)), g.eq(word, k(0x12345678)),
                                        g.eq(g.extract(unaligned, 7, 0), k(0x57, 8))}));
}

TEST_CASE_METHOD(Fixture, "memory: many reads at symbolic places") {
  std::vector<Term> all;
  for (int i = 0; i < 12; ++i) {
    const Term v = g.read(32, 3, g.mul(wide(g.add(x, k(static_cast<u64>(i * i)))), k(4, 64)));
    all.push_back(g.eq(v, k(static_cast<u64>(1000 + i))));
  }
  expect_sat(g.conj(all));
  all.push_back(g.eq(g.read(32, 3, g.mul(wide(g.add(x, k(9))), k(4, 64))), k(5)));
  expect_unsat(g.conj(all));
}

TEST_CASE_METHOD(Fixture, "float: equal operands give equal results without arithmetic") {
  const Term sum = fop(FloatCode::Add, {x, y});
  expect_unsat(g.land(g.eq(x, k(0x3f800000)), g.lnot(g.eq(sum, fop(FloatCode::Add, {k(0x3f800000), y})))));
  expect_unsat(g.land(fop(FloatCode::Lt, {x, y}), fop(FloatCode::Lt, {y, x})));
  expect_unsat(g.land(fop(FloatCode::Nan, {x, x}), fop(FloatCode::Le, {x, y})));
  expect_sat(g.land(fop(FloatCode::Eq, {x, y}), g.lnot(g.eq(x, y))));  // the zeros
}

TEST_CASE_METHOD(Fixture, "float: results that only exact arithmetic allows or forbids") {
  expect_sat(g.eq(fop(FloatCode::Add, {x, k(0x40400000)}), k(0x41200000)));  // x + 3 == 10
  expect_sat(g.eq(fop(FloatCode::Mul, {x, y}), k(0x3fc00001)));
  // Rounding makes addition not associative.
  const Term z = g.var(32, "z");
  expect_sat(g.conj(std::vector<Term>{fop(FloatCode::Lt, {x, k(0x7f000000)}),
                                      g.lnot(g.eq(fop(FloatCode::Add, {fop(FloatCode::Add, {x, y}), z}),
                                                  fop(FloatCode::Add, {x, fop(FloatCode::Add, {y, z})})))}));
  // Only the exact theory knows.
  expect_unsat(fop(FloatCode::Lt, {fop(FloatCode::Sqrt, {x}), k(0x80000000)}));
  expect_unsat(g.land(fop(FloatCode::Num, {x, x}), g.lnot(g.eq(fop(FloatCode::Mul, {x, k(0x3f800000)}), x))));
  expect_unsat(g.eq(fop(FloatCode::Add, {x, y}), k(0x7fc00000)));  // NaN results are canonical
}

TEST_CASE_METHOD(Fixture, "float: conversions clamp") {
  FloatOp to_int;
  to_int.code = FloatCode::ToSigned;
  to_int.result = FloatFormat::I32;
  to_int.rounding = FloatRounding::Rzi;
  const Term in[] = {x};
  const Term i = g.float_op(to_int.pack(), 32, in);
  expect_unsat(g.land(fop(FloatCode::Gt, {x, k(0x4f800000)}), g.lnot(g.eq(i, k(0x7fffffff)))));
  expect_unsat(g.land(fop(FloatCode::Nan, {x, x}), g.lnot(g.eq(i, k(0)))));
  expect_sat(g.land(fop(FloatCode::Lt, {x, k(0)}), g.eq(i, k(0xfffffffd))));
  to_int.code = FloatCode::ToUnsigned;
  const Term u = g.float_op(to_int.pack(), 32, in);
  expect_unsat(g.land(fop(FloatCode::Lt, {x, k(0)}), g.lnot(g.eq(u, k(0)))));
}

TEST_CASE_METHOD(Fixture, "float: the exact encoding agrees with float_eval at given points") {
  std::mt19937_64 rng(testing::seed(11));
  const FloatFormat formats[] = {FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32};
  for (int n = 0; n < testing::rounds(80); ++n) {
    FloatOp op;
    const FloatCode codes[] = {
        FloatCode::Add,        FloatCode::Sub,          FloatCode::Mul,      FloatCode::Fma,
        FloatCode::Div,        FloatCode::Sqrt,         FloatCode::Rcp,      FloatCode::Min,
        FloatCode::Max,        FloatCode::Cvt,          FloatCode::ToSigned, FloatCode::ToUnsigned,
        FloatCode::FromSigned, FloatCode::FromUnsigned, FloatCode::Lt,       FloatCode::Eq,
        FloatCode::Le,         FloatCode::Neg,          FloatCode::Abs};
    op.code = codes[rng() % std::size(codes)];
    op.operand = op.result = formats[rng() % 3];
    if (op.code == FloatCode::Cvt) op.result = formats[rng() % 3];
    if (op.code == FloatCode::ToSigned || op.code == FloatCode::ToUnsigned)
      op.result = rng() % 2 ? FloatFormat::I8 : FloatFormat::I32;
    if (op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned) op.operand = FloatFormat::I16;
    op.rounding =
        static_cast<FloatRounding>(rng() % (op.code == FloatCode::Cvt && op.operand == op.result ? 8 : 4));
    op.ftz = rng() % 2;
    op.saturate = rng() % 4 == 0;
    op.nan = rng() % 2;
    if (op.is_comparison()) op.result = FloatFormat::Pred;
    std::vector<Term> vars;
    std::vector<Term> all;
    TermEvaluator evaluate(g);
    const int w = op.operand_width();
    for (std::size_t i = 0; i < op.arity(); ++i) {
      vars.push_back(g.var(w, "f"));
      u64 value = rng();
      if (rng() % 3 == 0) value = rng() % 4 << (w - 2) | rng() % 3;
      value = rng() % 2 ? value : value & ~(0xffull << (w / 4));
      value &= w == 64 ? ~0ull : (1ull << w) - 1;
      evaluate.set(vars.back(), value);
      all.push_back(is(vars.back(), value));
    }
    const Term result = g.float_op(op.pack(), op.result_width(), vars);
    all.push_back(g.lnot(g.eq(result, g.constant(op.result_width(), evaluate(result)))));
    INFO(op.str());
    CHECK(solver.check(all, nullptr) == Answer::Unsat);
  }
}

TEST_CASE_METHOD(Fixture, "float: nothing is proved from approximate operations, and models say so") {
  FloatOp ex2;
  ex2.code = FloatCode::Ex2;
  const Term in[] = {x}, three[] = {k(0x40400000)};
  const Term e = g.float_op(ex2.pack(), 32, in), eight = g.float_op(ex2.pack(), 32, three);
  CHECK(ask(g.lnot(g.eq(eight, k(0x41000000)))) != Answer::Unsat);
  SmtModel model;
  REQUIRE(ask(fop(FloatCode::Lt, {k(0x3f800000), e}), &model) == Answer::Sat);
  CHECK(model.approximate);
}

TEST_CASE("bits of a variable that are set to 0 are 0 for the solver") {
  TermGraph g;
  Solver solver(g);
  const Term n = g.var(32, "n");
  g.set_zero_bits(n, 7);
  const Term query[] = {g.eq(g.bit_and(g.add(n, g.constant(32, 5)), g.constant(32, 7)), g.constant(32, 4))};
  CHECK(solver.check(query) == Answer::Unsat);
  SmtModel model;
  const Term above[] = {g.ult(g.constant(32, 100), g.mul(n, n))};
  REQUIRE(solver.check(above, &model) == Answer::Sat);
  CHECK(model.value(n) % 8 == 0);
}

TEST_CASE("a limit of effort gives Unknown with the reason") {
  TermGraph g;
  Solver solver(g, {.budget_ms = 200});
  const Term p = g.var(64, "p"), q = g.var(64, "q");
  auto k = [&](u64 v) { return g.constant(64, v); };
  // The only factors of a product of two large primes, neither of which is 1.
  const Term hard[] = {g.eq(g.mul(p, q), k(3037000493ull * 2654435761ull)), g.ult(k(1), p), g.ult(k(1), q),
                       g.ult(p, k(1ull << 32)), g.ult(q, k(1ull << 32))};
  CHECK(solver.check(hard, nullptr) == Answer::Unknown);
  CHECK(solver.reason().find("effort") != std::string::npos);
  CHECK(solver.stats().unknown == 1);
  // The solver is still usable.
  const Term easy[] = {g.eq(g.mul(p, k(3)), k(21))};
  CHECK(solver.check(easy, nullptr) == Answer::Sat);
}

TEST_CASE_METHOD(Fixture, "the ranks of a ballot leave out no number below its count") {
  std::vector<Term> bits, before, ranks;
  const auto count = [&](const std::vector<Term>& some) {
    return some.empty() ? k(0) : g.zext(g.popc(g.concat(some)), 32);
  };
  for (int lane = 0; lane < 64; ++lane) {
    bits.push_back(g.var(1, "b" + std::to_string(lane)));
    // Lane 32 and later rank after the first ballot.
    ranks.push_back(g.add(count(std::vector<Term>(bits.begin(), bits.begin() + lane / 32 * 32)),
                          count(std::vector<Term>(bits.begin() + lane / 32 * 32, bits.end() - 1))));
  }
  const Term all = g.add(count({bits.begin(), bits.begin() + 32}), count({bits.begin() + 32, bits.end()}));
  std::vector<Term> missed;
  for (std::uint64_t i = 0; i < 64; ++i) {
    std::vector<Term> none{g.ult(k(i), all)};
    for (std::size_t lane = 0; lane < 64; ++lane)
      none.push_back(g.lnot(g.land(bits[lane], g.eq(ranks[lane], k(i)))));
    missed.push_back(g.conj(none));
    if (i == 5) none.erase(none.begin() + 8), expect_sat(g.conj(none));  // lane 7 may have rank 5
  }
  expect_unsat(g.disj(missed));
}

TEST_CASE("random small formulas: the answer is what enumeration says") {
  std::mt19937_64 rng(testing::seed(5));
  for (int round = 0; round < testing::rounds(60); ++round) {
    INFO("round " << round);
    TermGraph g;
    Solver solver(g, {.budget_ms = 20'000, .seed = static_cast<unsigned>(round % 3)});
    std::vector<Term> words = {g.var(3, "a"), g.var(3, "b"), g.var(3, "c")};
    const std::vector<Term> vars = words;
    std::vector<Term> predicates;
    using Op = Term (TermGraph::*)(Term, Term);
    const Op ops[] = {&TermGraph::add,     &TermGraph::mul,  &TermGraph::bit_xor,
                      &TermGraph::bit_and, &TermGraph::urem, &TermGraph::sdiv,
                      &TermGraph::shl,     &TermGraph::ashr, &TermGraph::smax};
    const Op tests[] = {&TermGraph::eq, &TermGraph::ult, &TermGraph::slt};
    for (int i = 0; i < 12; ++i) {
      words.push_back(
          (g.*ops[rng() % std::size(ops)])(words[rng() % words.size()], words[rng() % words.size()]));
      Term p = (g.*tests[rng() % 3])(words[rng() % words.size()], words[words.size() - 1]);
      predicates.push_back(rng() % 2 ? p : g.lnot(p));
    }
    predicates.resize(3 + rng() % 6);
    bool satisfiable = false;
    TermEvaluator evaluate(g);
    for (u64 v = 0; v < 512 && !satisfiable; ++v) {
      for (int i = 0; i < 3; ++i) evaluate.set(vars[static_cast<std::size_t>(i)], v >> (3 * i) & 7);
      satisfiable =
          std::all_of(predicates.begin(), predicates.end(), [&](Term t) { return evaluate(t) == 1; });
    }
    SmtModel model;
    const Answer answer = solver.check(predicates, &model);
    CHECK(answer == (satisfiable ? Answer::Sat : Answer::Unsat));
    if (answer == Answer::Sat) {
      for (Term t : predicates) CHECK(holds(g, model, t));
    }
  }
}

}  // namespace warpproof
