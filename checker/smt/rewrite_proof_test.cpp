// Each result of a builder of terms, whatever rules it took, is proved to be the operation on its operands: by Z3,
// for all values of variables of 8, 5 or 4 bits. The calls are random, on terms that earlier calls gave, so that rules
// meet what other rules leave; what is known of a term (its range, its bits that are 0) is proved too.
// rule_coverage_test.sh looks which rules they reach. src/term/rewrite_property_test.cpp tries the same builders at
// random at all widths up to 64.
#include <z3++.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "checker/smt/smt_meanings.h"
#include "checker/smt/translate.h"
#include "src/term/float_op.h"
#include "src/term/reference_ops.h"
#include "tests/sample_size.h"

namespace warpproof {
namespace {

constexpr int kStepsOfGraph = 40;
constexpr int kLanes = 4;
constexpr unsigned kResources = 2'000'000;  // of Z3, for one rule: work, not time

class Prover {
 public:
  Prover(std::uint64_t seed, int width) : width_(width), random_(seed), translate_(context_, graph_, FloatEncoding::Exact) {
    for (int i = 0; i < 3; ++i) words_.push_back(graph_.var(width, "x"));
    for (int i = 0; i < 3; ++i) words_.push_back(graph_.var(1, "p"));
    const std::uint64_t all = (1ull << width) - 1;
    const Term some = graph_.var(width, "r"), even = graph_.var(width, "e");
    low_ = below(all / 2);
    high_ = low_ + below(all - low_ + 1);
    zeros_ = (1ull << below(static_cast<unsigned>(width))) - 1;
    graph_.set_range(some, low_, high_);
    graph_.set_zero_bits(even, zeros_);
    words_.push_back(ranged_ = some);
    words_.push_back(zeroed_ = even);
  }

  void step() {
    switch (below(24)) {
      case 0:
      case 1:
        return unary();
      case 2:
        return choice();
      case 3:
        return slice();
      case 4:
        return extension();
      case 5:
        return join();
      case 6:
      case 7:
        return logic();
      case 8:
      case 9:
        return compared_with_constant();
      case 10:
      case 11:
        return divided_sum();
      case 12:
        return compared_sums();
      case 13:
      case 14:
        return compared_alike();
      case 15:
      case 16:
        return masks();
      case 17:
        return extreme();
      case 18:
        return selected_bit();
      default:
        return binary();
    }
  }

  // A choice of two words that differ by a part.
  void difference() {
    const Term c = of_width(1), whole = graph_.ite(of_width(1), of_width(width_), operand(width_));
    const Term a = below(2) == 0 ? whole : graph_.bit_xor(whole, of_width(width_)), b = graph_.bit_xor(a, operand(width_));
    const Term x = below(2) == 0 ? a : b, y = x == a ? b : a;
    prove("ite", graph_.ite(c, x, y), {c, x, y}, [&] { return z3::ite(word(c) == context_.bv_val(1, 1), word(x), word(y)); });
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
    solver.add(of_variables(all));
    const z3::check_result answer = solver.check();
    if (answer == z3::sat) {
      std::string text = what;
      for (const Term t : operands) text += " [" + graph_.str(t, 1000) + "]";
      INFO(text << " became " << graph_.str(result, 1000) << " for " << solver.get_model());
      FAIL("a rule is wrong");
    }
    (answer == z3::unsat ? proved : undecided)++;
    if (!graph_.is_const(result) && graph_.width(result) <= 2 * width_) words_.push_back(result);
  }

  // What was said of the two variables of which something is known.
  z3::expr of_variables(std::vector<Term> terms) {
    const Term known[] = {ranged_, zeroed_};
    terms.insert(terms.end(), std::begin(known), std::end(known));
    translate_.prepare(terms);
    const auto bits = static_cast<unsigned>(width_);
    const z3::expr some = word(ranged_), even = word(zeroed_);
    return z3::uge(some, context_.bv_val(low_, bits)) && z3::ule(some, context_.bv_val(high_, bits)) &&
           (even & context_.bv_val(zeros_, bits)) == context_.bv_val(0, bits);
  }

  void prove_binary(const reference::Binary& op, Term a, Term b) {
    prove(op.name, (graph_.*op.build)(a, b), {a, b}, [&] { return meanings().at(op.name)(word(a), word(b)); });
  }

  const reference::Binary& named(std::string_view name) {
    const auto& all = reference::binaries();
    return *std::find_if(all.begin(), all.end(), [&](const auto& op) { return op.name == name; });
  }

  // c * x + d * y + k, as indexes are.
  Term sum(int width) {
    Term out = constant(width);
    for (std::uint64_t n = 1 + below(3); n > 0; --n) {
      const Term x = below(2) == 0 ? of_width(width) : graph_.zext(of_width(std::max(1, width / 2)), width);
      out = graph_.add(out, graph_.mul(x, below(2) == 0 ? constant(width) : graph_.constant(width, 1)));
    }
    return out;
  }

  void compared_with_constant() {
    Term a = below(3) == 0 ? sum(width_) : any();
    const char* names[] = {"eq", "ult", "ule", "slt", "sle"};
    const int width = graph_.width(a);
    const std::uint64_t combined = below(8);
    if (combined == 0) a = graph_.bit_or(a, of_width(width));
    if (combined == 1) a = graph_.bit_xor(a, constant(width));
    const Term k = below(4) == 0 ? graph_.constant(width, 0) : constant(width);
    const auto& op = named(names[below(std::size(names))]);
    below(2) == 0 ? prove_binary(op, a, k) : prove_binary(op, k, a);
  }

  void compared_sums() {
    const char* names[] = {"eq", "ult", "slt"};
    prove_binary(named(names[below(std::size(names))]), sum(width_), sum(width_));
  }

  void divided_sum() {
    const char* names[] = {"udiv", "urem", "sdiv", "srem"};
    const int half = width_ / 2;
    if (below(5) == 0) {  // d * x * k + y, of which nothing wraps around
      const Term d = graph_.constant(width_, 2 + below(5)), k = graph_.constant(width_, 1 + below(2));
      const Term x = graph_.zext(of_width(half - 1), width_), y = graph_.zext(of_width(half - 1), width_);
      return prove_binary(named(names[below(2)]), graph_.add(graph_.mul(graph_.mul(x, k), d), y), d);
    }
    Term a = below(2) == 0 ? sum(width_) : any();
    if (below(4) == 0) a = graph_.udiv(a, constant(graph_.width(a)));
    if (below(4) == 0) a = graph_.ite(of_width(1), a, constant(graph_.width(a)));
    prove_binary(named(names[below(std::size(names))]), a, constant(graph_.width(a)));
  }

  // The less or the more of two, with a condition that says so.
  void extreme() {
    const Term x = of_width(width_), y = operand(width_);
    const Term c = below(2) == 0 ? graph_.ult(x, y) : graph_.slt(y, x), a = below(2) == 0 ? x : y, b = a == x ? y : x;
    prove("ite", graph_.ite(c, a, b), {c, a, b}, [&] { return z3::ite(word(c) == context_.bv_val(1, 1), word(a), word(b)); });
  }

  // A bit by an index that is narrower or wider than the word; a bit of a mask of the lower lanes.
  void selected_bit() {
    const Term a = any(), index = of_width(1 + static_cast<int>(below(static_cast<unsigned>(width_ + 2))));
    prove("select_bit", graph_.select_bit(a, index), {a, index}, [&] {
      const auto of_word = static_cast<unsigned>(graph_.width(a)), of_index = static_cast<unsigned>(graph_.width(index));
      const unsigned wide = std::max(of_word, of_index);
      return selected(z3::zext(word(a), wide - of_word), z3::zext(word(index), wide - of_index));
    });
    const Term one = graph_.constant(width_, 1), lower = graph_.sub(graph_.shl(one, of_width(width_)), one);
    const auto bit = static_cast<unsigned>(below(static_cast<unsigned>(width_)));
    prove("extract", graph_.bit(lower, static_cast<int>(bit)), {lower}, [&] { return word(lower).extract(bit, bit); });
  }

  // Two words that are made alike.
  void compared_alike() {
    const Term x = of_width(width_), y = of_width(width_), z = of_width(width_), c = of_width(1);
    Term a = x, b = y;
    switch (below(6)) {
      case 0:
        a = graph_.sext(x, width_ + 2), b = graph_.sext(y, width_ + 2);
        break;
      case 1:
        a = graph_.bit_xor(x, z), b = graph_.bit_xor(y, z);
        break;
      case 2:
        a = graph_.ite(c, x, z), b = graph_.ite(c, y, operand(width_));
        break;
      case 3:
        a = graph_.ite(c, x, y), b = graph_.ite(graph_.slt(x, y), y, x);
        break;
      case 4:
        a = graph_.ite(c, constant(width_), constant(width_)), b = graph_.ite(of_width(1), constant(width_), x);
        break;
      default:
        a = graph_.mul(x, z), b = graph_.mul(y, z);
        break;
    }
    const char* names[] = {"eq", "ult", "slt", "and", "sub"};
    prove_binary(named(names[below(std::size(names))]), a, b);
  }

  // Bits of lanes: who has the key that this lane has, and is there.
  Term lanes_like(std::size_t lane, bool guarded) {
    std::vector<Term> bits;
    for (std::size_t l = keys_.size(); l-- > 0;) {
      const Term same = graph_.eq(keys_[lane], keys_[l]);
      bits.push_back(guarded ? graph_.land(same, there_[l]) : same);
    }
    return graph_.concat(bits);
  }

  void masks() {
    if (keys_.empty()) {
      for (int lane = 0; lane < kLanes; ++lane) {
        keys_.push_back(graph_.var(3, "key"));
        there_.push_back(graph_.var(1, "there"));
      }
    }
    const bool guarded = below(2) == 0;
    const Term mask = lanes_like(below(kLanes), guarded), other = lanes_like(below(kLanes), guarded), zero = graph_.constant(kLanes, 0);
    const Term part = graph_.bit_and(mask, constant(kLanes)), lowest = graph_.bit_and(mask, graph_.sub(zero, mask));
    const char* names[] = {"eq", "ult", "ule", "sub"};
    const auto& op = named(names[below(std::size(names))]);
    switch (below(7)) {
      case 0:
        return prove_binary(named("eq"), mask, other);
      case 1:
        return prove_binary(op, graph_.popc(part), graph_.popc(mask));
      case 2:
        return prove_binary(op, graph_.popc(mask), graph_.popc(part));
      case 3:
        return prove_binary(named("eq"), lowest, zero);
      case 4:
        return prove_binary(named("select_bit"), below(2) == 0 ? lowest : mask, operand(kLanes));
      case 5:
        return prove_binary(named("eq"), graph_.bit_and(graph_.shl(graph_.constant(kLanes, 1), operand(kLanes)), mask), zero);
      default:
        return prove_binary(op, graph_.add(graph_.popc(part), operand(kLanes)), graph_.popc(mask));
    }
  }

  // Of two to five conditions.
  void logic() {
    std::vector<Term> terms;
    for (std::uint64_t n = 2 + below(4); n > 0; --n) {
      const Term t = of_width(1);
      terms.push_back(below(3) == 0 ? graph_.lnot(t) : t);
    }
    const bool all = below(2) == 0;
    prove(all ? "conj" : "disj", all ? graph_.conj(terms) : graph_.disj(terms), terms, [&] {
      z3::expr out = word(terms[0]);
      for (std::size_t i = 1; i < terms.size(); ++i) out = all ? out & word(terms[i]) : out | word(terms[i]);
      return out;
    });
  }

  void binary() {
    const auto& op = reference::binaries()[below(reference::binaries().size())];
    Term a = any(), b = below(10) == 0 ? a : operand(graph_.width(a));
    if (below(2) == 0) std::swap(a, b);
    prove_binary(op, a, b);
  }

  void unary() {
    const auto& op = reference::unaries()[below(reference::unaries().size())];
    const Term a = any();
    prove(op.name, (graph_.*op.build)(a), {a}, [&] { return meaning_of_unary(op.name, word(a)); });
  }

  void choice() {
    const Term c = of_width(1), a = any(), b = operand(graph_.width(a));
    prove("ite", graph_.ite(c, a, b), {c, a, b}, [&] { return z3::ite(word(c) == context_.bv_val(1, 1), word(a), word(b)); });
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
    const int width = graph_.width(a) + static_cast<int>(below(static_cast<unsigned>(width_)));
    const auto more = static_cast<unsigned>(width - graph_.width(a));
    const bool is_signed = below(2) == 0;
    prove(is_signed ? "sext" : "zext", is_signed ? graph_.sext(a, width) : graph_.zext(a, width), {a},
          [&] { return is_signed ? z3::sext(word(a), more) : z3::zext(word(a), more); });
  }

  void join() {
    std::vector<Term> parts{any()};
    int total = graph_.width(parts[0]);
    for (std::uint64_t n = 1 + below(below(2) == 0 ? 2 : 8); n > 0; --n) {
      const Term t = below(2) == 0 ? of_width(1) : operand(1 + static_cast<int>(below(static_cast<unsigned>(width_))));
      if (total + graph_.width(t) > 3 * width_) break;
      total += graph_.width(t);
      parts.push_back(t);
    }
    prove("concat", graph_.concat(parts), parts, [&] {
      z3::expr out = word(parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) out = z3::concat(out, word(parts[i]));
      return out;
    });
  }

  const int width_;
  std::mt19937_64 random_;
  TermGraph graph_;
  Term ranged_, zeroed_;
  std::vector<Term> keys_, there_;  // by lane
  std::uint64_t low_ = 0, high_ = 0, zeros_ = 0;
  z3::context context_;
  Translator translate_;
  std::vector<Term> words_;
};

}  // namespace

TEST_CASE("what builders of terms give is the operation, for all values at 8, 5 and 4 bits") {
  REQUIRE(meanings().size() == reference::binaries().size());
  int proved = 0, undecided = 0;
  const int graphs = testing::rounds(400);
  for (int n = 0; n < graphs; ++n) {
    const std::uint64_t seed = testing::seed(77) + static_cast<std::uint64_t>(n);
    INFO("seed " << seed);
    const int widths[] = {8, 5, 4};
    Prover prover(seed, widths[n % 3]);
    for (int i = 0; i < kStepsOfGraph; ++i) prover.step();
    prover.difference();
    proved += prover.proved;
    undecided += prover.undecided;
  }
  INFO(proved << " results proved, " << undecided << " not decided");
  CHECK(proved > 30 * graphs);
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
