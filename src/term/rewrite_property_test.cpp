// Every builder's result, evaluated, equals the meaning of the operation on the operands' values:
// exhaustively on small widths, and on random graphs where simplified results feed further builders.
#include <catch2/catch.hpp>
#include <random>

#include "src/term/evaluate.h"
#include "src/term/float_eval.h"
#include "src/term/reference_ops.h"
#include "tests/sample_size.h"

namespace warpproof {
namespace {

using reference::cut;
using u64 = std::uint64_t;

// A term with its value under each sample assignment, computed without the graph.
struct Sample {
  Term term;
  int width;
  std::vector<u64> values;
};

class Laboratory {
 public:
  Laboratory(u64 seed, int samples) : rng_(seed), samples_(samples) {
    for (int i = 0; i < samples_; ++i) evaluators_.emplace_back(graph_);
    for (TermEvaluator& e : evaluators_) {
      e.set_reader([](std::uint32_t a, u64 offset, int width) { return memory(a, offset, width); });
    }
  }

  static u64 memory(std::uint32_t allocation, u64 offset, int width) {
    u64 out = 0;
    for (int i = width / 8; i-- > 0;) {
      const u64 h = (offset + static_cast<u64>(i) + allocation * 77u) * 0x9e3779b97f4a7c15ull;
      out = out << 8 | (h >> 40 & 0xff);
    }
    return out;
  }

  u64 random(u64 below) { return below == 0 ? rng_() : rng_() % below; }

  u64 interesting(int width) {
    const u64 all = cut(~0ull, width);
    switch (random(8)) {
      case 0:
        return 0;
      case 1:
        return cut(1, width);
      case 2:
        return all;
      case 3:
        return 1ull << random(static_cast<u64>(width));
      case 4:
        return cut((1ull << random(static_cast<u64>(width))) - 1, width);
      case 5:
        return all ^ cut((1ull << random(static_cast<u64>(width))) - 1, width);
      case 6:
        return cut(random(40), width);
      default:
        return cut(rng_(), width);
    }
  }

  void add_var(int width, bool ranged) {
    Sample s{graph_.var(width, "v" + std::to_string(pool_.size())), width, {}};
    u64 low = 0, high = cut(~0ull, width);
    if (ranged && width > 1) {
      u64 a = interesting(width), b = interesting(width);
      low = std::min(a, b);
      high = std::max(a, b);
      graph_.set_range(s.term, low, high);
    }
    u64 zero = 0;
    if (ranged && low == 0 && width > 4 && rng_() % 2 == 0) {
      zero = (u64{1} << rng_() % 4) - 1;
      graph_.set_zero_bits(s.term, zero);
    }
    for (int i = 0; i < samples_; ++i) {
      u64 v = interesting(width);
      if (v < low || v > high) v = high - low == ~0ull ? rng_() : low + rng_() % (high - low + 1);
      v &= ~zero;
      s.values.push_back(v);
      evaluators_[static_cast<std::size_t>(i)].set(s.term, v);
    }
    pool_.push_back(s);
  }

  const Sample& pick() {
    // Mostly recent ones: deep expressions.
    const u64 n = pool_.size();
    return pool_[random(2) ? n - 1 - random(std::min<u64>(n, 12)) : random(n)];
  }

  Sample pick_width(int width) {
    for (int i = 0; i < 12; ++i) {
      const Sample& s = pick();
      if (s.width == width) return s;
    }
    for (int i = 0; i < 30; ++i) {
      const Sample& s = pool_[random(pool_.size())];
      if (s.width == width) return s;
    }
    return constant(width);
  }

  Sample operand(int width) { return random(4) ? pick_width(width) : constant(width); }

  Sample constant(int width) {
    const u64 v = interesting(width);
    return {graph_.constant(width, v), width, std::vector<u64>(static_cast<std::size_t>(samples_), v)};
  }

  template <class F>
  void expect(const std::string& what, Term t, int width, F value) {
    Sample s{t, width, {}};
    REQUIRE(graph_.width(t) == width);
    const auto [low, high] = graph_.unsigned_range(t);
    for (int i = 0; i < samples_; ++i) {
      const u64 v = value(static_cast<std::size_t>(i));
      const u64 got = evaluators_[static_cast<std::size_t>(i)](t);
      if (got != v || v < low || v > high) {
        FAIL(what << " width " << width << ": expected " << v << " got " << got << " range " << low << ".."
                  << high << " term " << graph_.str(t, 3000));
      }
      s.values.push_back(v);
    }
    if (!graph_.is_const(t) || random(8) == 0) pool_.push_back(s);
  }

  void step(std::span<const int> widths) {
    switch (random(12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return binary();
      case 4:
        return unary();
      case 5:
      case 6:
        return logic();
      case 7:
        return choice();
      case 8:
        return slice();
      case 9:
        return extend(widths);
      case 10:
        return join();
      default:
        return random(3) ? float_or_read() : comparison_guard();
    }
  }

  TermGraph& graph() { return graph_; }

 private:
  std::string describe(const char* name, std::initializer_list<Sample> ops) {
    std::string out = name;
    for (const Sample& s : ops) out += " [" + graph_.str(s.term, 1200) + "]";
    return out;
  }

  void binary() {
    const auto& op = reference::binaries()[random(reference::binaries().size())];
    Sample a = pick();
    Sample b = random(10) == 0 ? a : operand(a.width);
    if (random(2)) std::swap(a, b);
    Term t = (graph_.*op.build)(a.term, b.term);
    expect(describe(op.name, {a, b}), t, op.predicate ? 1 : a.width,
           [&](std::size_t i) { return op.mean(a.values[i], b.values[i], a.width); });
  }

  void unary() {
    const auto& op = reference::unaries()[random(reference::unaries().size())];
    Sample a = pick();
    expect(describe(op.name, {a}), (graph_.*op.build)(a.term), a.width,
           [&](std::size_t i) { return op.mean(a.values[i], a.width); });
  }

  void logic() {
    const u64 n = 2 + random(3);
    std::vector<Sample> in;
    std::vector<Term> terms;
    std::string what = "logic";
    for (u64 i = 0; i < n; ++i) {
      in.push_back(pick_width(1));
      if (random(3) == 0) {
        in.back().term = graph_.lnot(in.back().term);
        for (u64& v : in.back().values) v ^= 1;
      }
      terms.push_back(in.back().term);
      what += " [" + graph_.str(in.back().term, 800) + "]";
    }
    const bool is_and = random(2);
    Term t = is_and ? graph_.conj(terms) : graph_.disj(terms);
    expect(what + (is_and ? " conj" : " disj"), t, 1, [&](std::size_t i) {
      u64 out = is_and;
      for (const Sample& s : in) out = is_and ? (out & s.values[i]) : (out | s.values[i]);
      return out;
    });
    // Entailment is a claim about all assignments.
    if (graph_.entails(in[0].term, in[1].term)) {
      for (int i = 0; i < samples_; ++i) {
        const auto k = static_cast<std::size_t>(i);
        if (in[0].values[k] && !in[1].values[k]) FAIL("entails is wrong: " << what);
      }
    }
  }

  void choice() {
    Sample c = pick_width(1), a = pick(), b = operand(a.width);
    if (random(2)) std::swap(a, b);
    expect(describe("ite", {c, a, b}), graph_.ite(c.term, a.term, b.term), a.width,
           [&](std::size_t i) { return c.values[i] ? a.values[i] : b.values[i]; });
  }

  void slice() {
    Sample a = pick();
    const int low = static_cast<int>(random(static_cast<u64>(a.width)));
    const int high = random(3) == 0 ? low : low + static_cast<int>(random(static_cast<u64>(a.width - low)));
    expect(describe("extract", {a}) + std::to_string(high) + ":" + std::to_string(low),
           graph_.extract(a.term, high, low), high - low + 1,
           [&](std::size_t i) { return cut(a.values[i] >> low, high - low + 1); });
  }

  void extend(std::span<const int> widths) {
    Sample a = pick();
    const int w = std::max(a.width, widths[random(widths.size())]);
    const bool is_signed = random(2);
    Term t = is_signed ? graph_.sext(a.term, w) : graph_.zext(a.term, w);
    expect(describe(is_signed ? "sext" : "zext", {a}), t, w, [&](std::size_t i) {
      return is_signed ? cut(static_cast<u64>(reference::integer(a.values[i], a.width)), w) : a.values[i];
    });
  }

  void join() {
    std::vector<Sample> in;
    std::vector<Term> terms;
    int total = 0;
    for (u64 n = 1 + random(random(2) ? 4 : 20), i = 0; i < n; ++i) {
      Sample s = random(3) ? pick_width(1) : operand(1 + static_cast<int>(random(16)));
      if (total + s.width > 64) break;
      total += s.width;
      terms.push_back(s.term);
      in.push_back(s);
    }
    if (in.empty()) return;
    expect("concat", graph_.concat(terms), total, [&](std::size_t i) {
      u64 out = 0;
      for (const Sample& s : in) out = (s.width == 64 ? 0 : out << s.width) | s.values[i];
      return out;
    });
  }

  void float_or_read() {
    if (random(3) == 0) {
      Sample a = operand(64);
      const int w = 8 << random(4);
      const auto allocation = static_cast<std::uint32_t>(random(2));
      expect("read", graph_.read(w, allocation, a.term), w,
             [&](std::size_t i) { return memory(allocation, a.values[i], w); });
      return;
    }
    FloatOp op;
    const FloatFormat formats[] = {FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32, FloatFormat::F64};
    op.code = static_cast<FloatCode>(random(static_cast<u64>(FloatCode::Nan) + 1));
    op.operand = op.result = formats[random(4)];
    if (op.code == FloatCode::Cvt) op.result = formats[random(4)];
    if (op.code == FloatCode::FromSigned || op.code == FloatCode::FromUnsigned) op.operand = FloatFormat::I32;
    if (op.code == FloatCode::ToSigned || op.code == FloatCode::ToUnsigned) op.result = FloatFormat::I16;
    op.rounding = static_cast<FloatRounding>(random(4));
    op.ftz = random(2);
    op.saturate = random(4) == 0;
    op.nan = random(2);
    std::vector<Sample> in;
    std::vector<Term> terms;
    for (std::size_t i = 0; i < op.arity(); ++i) {
      in.push_back(operand(op.operand_width()));
      terms.push_back(in.back().term);
    }
    expect(op.str(), graph_.float_op(op.pack(), op.result_width(), terms), op.result_width(),
           [&](std::size_t i) {
             std::vector<u64> values;
             for (const Sample& s : in) values.push_back(s.values[i]);
             return float_eval(op.pack(), values);
           });
  }

  // Interval guards on few terms, where bounds reasoning has most to do.
  void comparison_guard() {
    Sample a = pick();
    if (a.width == 1) return;
    Sample k = constant(a.width);
    const auto& op = reference::binaries()[19 + random(5)];
    expect(describe(op.name, {a, k}), (graph_.*op.build)(a.term, k.term), 1,
           [&](std::size_t i) { return op.mean(a.values[i], k.values[i], a.width); });
  }

  std::mt19937_64 rng_;
  int samples_;
  TermGraph graph_;
  std::vector<TermEvaluator> evaluators_;
  std::vector<Sample> pool_;
};

void run_random(u64 first_seed, int steps, int samples, std::span<const int> widths) {
  const int graphs = testing::rounds(400);
  for (int n = 0; n < graphs; ++n) {
    const u64 seed = testing::seed(first_seed) + static_cast<u64>(n);
    INFO("seed " << seed);
    Laboratory lab(seed, samples);
    for (int w : widths) {
      lab.add_var(w, false);
      lab.add_var(w, lab.random(2));
    }
    lab.add_var(1, false);
    lab.add_var(1, false);
    lab.add_var(1, false);
    for (int i = 0; i < steps; ++i) lab.step(widths);
  }
}

}  // namespace

TEST_CASE("random graphs of narrow words mean what they were built from") {
  const int widths[] = {1, 2, 3, 4};
  run_random(1000, 250, 24, widths);
}

TEST_CASE("random graphs of usual words mean what they were built from") {
  const int widths[] = {1, 8, 16, 32, 64};
  run_random(200000, 250, 16, widths);
}

TEST_CASE("random graphs of odd words mean what they were built from") {
  const int widths[] = {1, 5, 7, 31, 33, 63};
  run_random(400000, 250, 16, widths);
}

TEST_CASE("random guards over two words mean what they were built from") {
  const int widths[] = {1, 3};
  run_random(600000, 300, 40, widths);
}

TEST_CASE("every builder agrees with its meaning on all values of 1 to 4 bits") {
  for (int w = 1; w <= 4; ++w) {
    const u64 count = 1ull << w;
    TermGraph g;
    TermEvaluator evaluate(g);
    const Term x = g.var(w, "x"), y = g.var(w, "y");
    std::vector<Term> results;
    std::vector<std::function<u64(u64, u64)>> meanings;
    for (const auto& op : reference::binaries()) {
      results.push_back((g.*op.build)(x, y));
      meanings.push_back([&op, w](u64 a, u64 b) { return op.mean(a, b, w); });
      results.push_back((g.*op.build)(x, x));
      meanings.push_back([&op, w](u64 a, u64) { return op.mean(a, a, w); });
      for (u64 k = 0; k < count; ++k) {
        results.push_back((g.*op.build)(x, g.constant(w, k)));
        meanings.push_back([&op, w, k](u64 a, u64) { return op.mean(a, k, w); });
        results.push_back((g.*op.build)(g.constant(w, k), x));
        meanings.push_back([&op, w, k](u64 a, u64) { return op.mean(k, a, w); });
      }
    }
    for (const auto& op : reference::unaries()) {
      results.push_back((g.*op.build)(x));
      meanings.push_back([&op, w](u64 a, u64) { return op.mean(a, w); });
    }
    for (u64 a = 0; a < count; ++a) {
      for (u64 b = 0; b < count; ++b) {
        evaluate.set(x, a);
        evaluate.set(y, b);
        for (std::size_t i = 0; i < results.size(); ++i) {
          if (evaluate(results[i]) != meanings[i](a, b)) {
            FAIL("width " << w << " x " << a << " y " << b << " term " << g.str(results[i]));
          }
        }
      }
    }
  }
}

}  // namespace warpproof
