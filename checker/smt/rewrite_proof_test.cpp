// Each result of a builder of terms, whatever rules it took, is proved to be the operation on its operands: by Z3,
// for all values of variables of 8 bits. The calls are random, on terms that earlier calls gave, so that rules meet
// what other rules leave; what is known of a term (its range, its bits that are 0) is proved too. What each builder
// means is written here in SMT-LIB's terms, which neither the rewriter nor its tests use.
// src/term/rewrite_property_test.cpp tries the same builders at random at all widths up to 64.
#include <z3++.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "checker/smt/translate.h"
#include "src/term/float_op.h"
#include "src/term/reference_ops.h"
#include "tests/sample_size.h"

namespace warpproof {
namespace {

constexpr int kWidth = 8;
constexpr int kStepsOfGraph = 24;
constexpr unsigned kResources = 20'000'000;  // of Z3, for one rule: work, not time

z3::expr word_of(const z3::expr& e) {
  z3::context& c = e.ctx();
  return e.is_bool() ? z3::ite(e, c.bv_val(1, 1), c.bv_val(0, 1)) : e;
}

int width_of(const z3::expr& word) { return static_cast<int>(word.get_sort().bv_size()); }

z3::expr from_bool(const z3::expr& e) { return word_of(e); }

z3::expr high_half(const z3::expr& a, const z3::expr& b, bool is_signed) {
  const auto w = static_cast<unsigned>(width_of(a));
  const auto wide = [&](const z3::expr& e) { return is_signed ? z3::sext(e, w) : z3::zext(e, w); };
  return (wide(a) * wide(b)).extract(2 * w - 1, w);
}

// Bit `b` of `a`; none past the end.
z3::expr selected(const z3::expr& a, const z3::expr& b) { return z3::lshr(a, b).extract(0, 0); }

using Meaning = std::function<z3::expr(const z3::expr&, const z3::expr&)>;

const std::map<std::string, Meaning>& meanings() {
  using E = z3::expr;
  static const std::map<std::string, Meaning> all = {
      {"add", [](const E& a, const E& b) { return a + b; }},
      {"sub", [](const E& a, const E& b) { return a - b; }},
      {"mul", [](const E& a, const E& b) { return a * b; }},
      {"udiv", [](const E& a, const E& b) { return z3::udiv(a, b); }},
      {"sdiv", [](const E& a, const E& b) { return a / b; }},
      {"urem", [](const E& a, const E& b) { return z3::urem(a, b); }},
      {"srem", [](const E& a, const E& b) { return z3::srem(a, b); }},
      {"mulhi_u", [](const E& a, const E& b) { return high_half(a, b, false); }},
      {"mulhi_s", [](const E& a, const E& b) { return high_half(a, b, true); }},
      {"umin", [](const E& a, const E& b) { return z3::ite(z3::ult(a, b), a, b); }},
      {"umax", [](const E& a, const E& b) { return z3::ite(z3::ult(a, b), b, a); }},
      {"smin", [](const E& a, const E& b) { return z3::ite(z3::slt(a, b), a, b); }},
      {"smax", [](const E& a, const E& b) { return z3::ite(z3::slt(a, b), b, a); }},
      {"and", [](const E& a, const E& b) { return a & b; }},
      {"or", [](const E& a, const E& b) { return a | b; }},
      {"xor", [](const E& a, const E& b) { return a ^ b; }},
      {"shl", [](const E& a, const E& b) { return z3::shl(a, b); }},
      {"lshr", [](const E& a, const E& b) { return z3::lshr(a, b); }},
      {"ashr", [](const E& a, const E& b) { return z3::ashr(a, b); }},
      {"eq", [](const E& a, const E& b) { return from_bool(a == b); }},
      {"ult", [](const E& a, const E& b) { return from_bool(z3::ult(a, b)); }},
      {"ule", [](const E& a, const E& b) { return from_bool(z3::ule(a, b)); }},
      {"slt", [](const E& a, const E& b) { return from_bool(z3::slt(a, b)); }},
      {"sle", [](const E& a, const E& b) { return from_bool(z3::sle(a, b)); }},
      {"select_bit", selected},
  };
  return all;
}

z3::expr meaning_of_unary(const std::string& name, const z3::expr& a) {
  z3::context& c = a.ctx();
  const int w = width_of(a);
  const auto bits = static_cast<unsigned>(w);
  if (name == "neg") return -a;
  if (name == "not") return ~a;
  z3::expr out = c.bv_val(name == "clz" ? w : 0, bits);
  for (unsigned i = 0; i < bits; ++i) {
    const z3::expr bit = a.extract(i, i);
    if (name == "popc") out = out + (bits == 1 ? bit : z3::zext(bit, bits - 1));
    if (name == "clz") out = z3::ite(bit == c.bv_val(1, 1), c.bv_val(w - 1 - static_cast<int>(i), bits), out);
    if (name == "brev") out = i == 0 ? bit : z3::concat(out, bit);
  }
  return out;
}

class Prover {
 public:
  explicit Prover(std::uint64_t seed) : random_(seed), translate_(context_, graph_, FloatEncoding::Exact) {
    for (int i = 0; i < 3; ++i) words_.push_back(graph_.var(kWidth, "x"));
    for (int i = 0; i < 2; ++i) words_.push_back(graph_.var(1, "p"));
  }

  void step() {
    switch (below(8)) {
      case 0:
        return unary();
      case 1:
        return choice();
      case 2:
        return slice();
      case 3:
        return extension();
      case 4:
        return join();
      default:
        return binary();
    }
  }

  int proved = 0, undecided = 0;

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  Term constant(int width) {
    const std::uint64_t all = (1ull << width) - 1;
    const std::uint64_t few[] = {0, 1, all, all >> 1, (all >> 1) + 1, 1ull << below(static_cast<unsigned>(width)),
                                 (1ull << below(static_cast<unsigned>(width))) - 1, below(all + 1)};
    return graph_.constant(width, few[below(std::size(few))] & all);
  }

  Term any() { return words_[below(2) == 0 ? below(words_.size()) : words_.size() - 1 - below(std::min<std::size_t>(words_.size(), 5))]; }

  Term of_width(int width) {
    for (int i = 0; i < 20; ++i) {
      const Term t = any();
      if (graph_.width(t) == width) return t;
    }
    return constant(width);
  }

  Term operand(int width) { return below(3) == 0 ? constant(width) : of_width(width); }

  z3::expr word(Term t) { return word_of(translate_(t)); }

  // The result is the meaning, and what is known of it holds.
  void prove(const std::string& what, Term result, const std::vector<Term>& operands,
             const std::function<z3::expr()>& meaning) {
    std::vector<Term> all = operands;
    all.push_back(result);
    translate_.prepare(all);
    z3::solver solver(context_, "QF_BV");
    z3::params p(context_);
    p.set("rlimit", kResources);
    solver.set(p);
    const z3::expr given = word(result), meant = meaning();
    z3::expr wrong = given != meant;
    const auto bits = static_cast<unsigned>(graph_.width(result));
    const auto [low, high] = graph_.unsigned_range(result);
    wrong = wrong || z3::ult(given, context_.bv_val(static_cast<std::uint64_t>(low), bits)) ||
            z3::ugt(given, context_.bv_val(static_cast<std::uint64_t>(high), bits));
    const std::uint64_t zeros = graph_.zero_bits(result);
    wrong = wrong || (given & context_.bv_val(zeros, bits)) != context_.bv_val(0, bits);
    solver.add(wrong);
    const z3::check_result answer = solver.check();
    if (answer == z3::sat) {
      std::string text = what;
      for (const Term t : operands) text += " [" + graph_.str(t, 1000) + "]";
      INFO(text << " became " << graph_.str(result, 1000) << " for " << solver.get_model());
      FAIL("a rule is wrong");
    }
    (answer == z3::unsat ? proved : undecided)++;
    if (!graph_.is_const(result) && graph_.width(result) <= 2 * kWidth) words_.push_back(result);
  }

  void binary() {
    const auto& op = reference::binaries()[below(reference::binaries().size())];
    Term a = any(), b = below(10) == 0 ? a : operand(graph_.width(a));
    if (below(2) == 0) std::swap(a, b);
    prove(op.name, (graph_.*op.build)(a, b), {a, b},
          [&] { return meanings().at(op.name)(word(a), word(b)); });
  }

  void unary() {
    const auto& op = reference::unaries()[below(reference::unaries().size())];
    const Term a = any();
    prove(op.name, (graph_.*op.build)(a), {a}, [&] { return meaning_of_unary(op.name, word(a)); });
  }

  void choice() {
    const Term c = of_width(1), a = any(), b = operand(graph_.width(a));
    prove("ite", graph_.ite(c, a, b), {c, a, b},
          [&] { return z3::ite(word(c) == context_.bv_val(1, 1), word(a), word(b)); });
  }

  void slice() {
    const Term a = any();
    const int low = static_cast<int>(below(static_cast<unsigned>(graph_.width(a))));
    const int high = low + static_cast<int>(below(static_cast<unsigned>(graph_.width(a) - low)));
    prove("extract", graph_.extract(a, high, low), {a},
          [&] { return word(a).extract(static_cast<unsigned>(high), static_cast<unsigned>(low)); });
  }

  void extension() {
    const Term a = any();
    const int width = graph_.width(a) + static_cast<int>(below(kWidth));
    const auto more = static_cast<unsigned>(width - graph_.width(a));
    const bool is_signed = below(2) == 0;
    prove(is_signed ? "sext" : "zext", is_signed ? graph_.sext(a, width) : graph_.zext(a, width), {a},
          [&] { return is_signed ? z3::sext(word(a), more) : z3::zext(word(a), more); });
  }

  void join() {
    std::vector<Term> parts{any(), operand(1 + static_cast<int>(below(kWidth)))};
    if (below(2) == 0) parts.push_back(of_width(1));
    prove("concat", graph_.concat(parts), parts, [&] {
      z3::expr out = word(parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) out = z3::concat(out, word(parts[i]));
      return out;
    });
  }

  std::mt19937_64 random_;
  TermGraph graph_;
  z3::context context_;
  Translator translate_;
  std::vector<Term> words_;
};

}  // namespace

TEST_CASE("what builders of terms give is the operation, for all values at 8 bits") {
  REQUIRE(meanings().size() == reference::binaries().size());
  int proved = 0, undecided = 0;
  const int graphs = testing::rounds(120);
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = testing::seed(77) + static_cast<std::uint64_t>(n);
    INFO("seed " << seed);
    Prover prover(seed);
    for (int i = 0; i < kStepsOfGraph; ++i) prover.step();
    proved += prover.proved;
    undecided += prover.undecided;
  }
  INFO(proved << " results proved, " << undecided << " not decided");
  CHECK(proved > 20 * graphs);
  CHECK(20 * undecided < proved);
}

TEST_CASE("quotients by a constant are Z3's, for all values at 8 bits, at points of wider words") {
  const auto each = [](int width, std::uint64_t d, const auto& look) {
    TermGraph graph;
    z3::context context;
    Translator translate(context, graph, FloatEncoding::Uninterpreted);
    const Term x = graph.var(width, "x"), by = graph.constant(width, d);
    const Term terms[] = {graph.udiv(x, by), graph.sdiv(x, by), graph.urem(x, by), graph.srem(x, by)};
    translate.prepare(terms);
    const z3::expr dividend = translate(x), divisor = context.bv_val(d, static_cast<unsigned>(width));
    const z3::expr meant[] = {z3::udiv(dividend, divisor), dividend / divisor, z3::urem(dividend, divisor),
                              z3::srem(dividend, divisor)};
    for (int i = 0; i < 4; ++i) look(context, dividend, translate(terms[i]), meant[i]);
  };
  for (std::uint64_t d = 1; d < 256; ++d) {
    INFO("divisor " << d);
    each(8, d, [](z3::context& context, const z3::expr&, const z3::expr& written, const z3::expr& meant) {
      z3::solver solver(context);
      solver.add(written != meant);
      CHECK(solver.check() == z3::unsat);
    });
  }
  std::mt19937_64 random(testing::seed(5));
  for (const int width : {16, 32, 64}) {
    for (int n = 0; n < 200; ++n) {
      const std::uint64_t all = ~0ull >> (64 - width), d = std::max<std::uint64_t>(1, random() >> (64 - width) >> random() % width);
      each(width, d, [&](z3::context& context, const z3::expr& x, const z3::expr& written, const z3::expr& meant) {
        const std::uint64_t quotient = random() & all;
        for (const std::uint64_t value : {quotient * d, quotient * d - 1, all / d * d, all / d * d - 1, all, all / 2, all / 2 + 1,
                                          random(), std::uint64_t{0}}) {
          z3::expr_vector from(context), to(context);
          from.push_back(x);
          to.push_back(context.bv_val(value & all, static_cast<unsigned>(width)));
          INFO(width << " bits, " << (value & all) << " by " << d);
          z3::expr a = written, b = meant;
          CHECK((a.substitute(from, to) == b.substitute(from, to)).simplify().is_true());
        }
      });
    }
  }
}

TEST_CASE("comparisons and signs of floats are what SMT-LIB's are, for all f16") {
  TermGraph graph;
  z3::context context;
  Translator translate(context, graph, FloatEncoding::Exact);
  const Term x = graph.var(16, "x"), y = graph.var(16, "y");
  for (int code = 0; code <= static_cast<int>(FloatCode::Nan); ++code) {
    FloatOp op;
    op.code = static_cast<FloatCode>(code);
    op.operand = op.result = FloatFormat::F16;
    const bool sign = op.code == FloatCode::Neg || op.code == FloatCode::Abs || op.code == FloatCode::Copysign;
    if (!op.is_comparison() && !sign) continue;
    const Term operands[] = {x, y};
    const Term result = graph.float_op(op.pack(), op.result_width(), std::span(operands).first(op.arity()));
    const Term all[] = {x, y, result};
    translate.prepare(all);
    const z3::expr bx = translate(x), by = translate(y);
    const z3::expr a = bx.mk_from_ieee_bv(context.fpa_sort(5, 11)), b = by.mk_from_ieee_bv(context.fpa_sort(5, 11));
    const z3::expr nan = a.mk_is_nan() || b.mk_is_nan();
    const z3::expr eq = z3::fp_eq(a, b), lt = a < b, le = a <= b, gt = a > b, ge = a >= b;
    const auto bool_of = [&]() -> z3::expr {
      switch (op.code) {
        case FloatCode::Eq:
          return eq;
        case FloatCode::Ne:
          return !nan && !eq;
        case FloatCode::Lt:
          return lt;
        case FloatCode::Le:
          return le;
        case FloatCode::Gt:
          return gt;
        case FloatCode::Ge:
          return ge;
        case FloatCode::Equ:
          return nan || eq;
        case FloatCode::Neu:
          return nan || !eq;
        case FloatCode::Ltu:
          return nan || lt;
        case FloatCode::Leu:
          return nan || le;
        case FloatCode::Gtu:
          return nan || gt;
        case FloatCode::Geu:
          return nan || ge;
        case FloatCode::Num:
          return !nan;
        default:
          return nan;
      }
    };
    const z3::expr top = context.bv_val(0x8000, 16), rest = context.bv_val(0x7fff, 16);
    const z3::expr meant = op.code == FloatCode::Neg    ? bx ^ top
                           : op.code == FloatCode::Abs ? bx & rest
                           : sign                      ? (bx & top) | (by & rest)
                                                       : word_of(bool_of());
    z3::solver solver(context);
    solver.add(word_of(translate(result)) != meant);
    INFO(op.str());
    CHECK(solver.check() == z3::unsat);
  }
}

}  // namespace warpproof
