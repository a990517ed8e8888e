// Comparisons of counts mean what the terms mean.
#include "checker/smt/counts.h"

#include <catch2/catch.hpp>
#include <random>

#include "src/term/evaluate.h"
#include "tests/sample_size.h"

namespace warpproof {
namespace {

constexpr unsigned kBits = 6;

TEST_CASE("a comparison in unary is what enumeration says") {
  std::mt19937_64 rng(testing::seed(9));
  int in_unary = 0;
  for (int round = 0; round < testing::rounds(100); ++round) {
    z3::context context;
    TermGraph g;
    std::vector<Term> bits;
    z3::expr_vector names(context);
    std::vector<z3::expr> name_of;
    for (unsigned i = 0; i < kBits; ++i) {
      bits.push_back(g.var(1, "b" + std::to_string(i)));
      name_of.push_back(context.bool_const(("b" + std::to_string(i)).c_str()));
      names.push_back(name_of.back());
    }
    Counts counts(context, g, [&](Term t) {
      for (unsigned i = 0; i < kBits; ++i)
        if (bits[i] == t) return name_of[i];
      throw std::logic_error("not a bit");
    });
    const auto count = [&] {
      std::vector<Term> some;
      for (const Term b : bits)
        if (rng() % 2 == 0) some.push_back(b);
      some.push_back(bits[rng() % kBits]);
      while (some.size() < 8) some.push_back(g.constant(1, 0));
      std::sort(some.begin(), some.end());
      some.erase(std::unique(some.begin(), some.end()), some.end());
      const Term all = g.popc(g.concat(some));
      // At most 6, which three bits hold.
      return g.zext(rng() % 3 == 0 && g.width(all) > 3 ? g.extract(all, 2, 0) : all, 32);
    };
    std::vector<Term> asked;
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t factor = 1 + rng() % 4, plus = rng() % 3 == 0 ? rng() % 5 : 0;
      Term sum = g.mul(count(), g.constant(32, factor));
      if (rng() % 2 == 0) sum = g.add(sum, g.mul(count(), g.constant(32, rng() % 4 == 0 ? 3 : factor)));
      sum = g.add(sum, g.constant(32, plus));
      const Term k = g.constant(32, rng() % (factor * 2 * kBits + 3));
      asked.push_back(rng() % 3 == 0 ? g.eq(sum, k) : rng() % 2 == 0 ? g.ult(sum, k) : g.ule(k, sum));
    }
    if (rng() % 2 == 0) counts.prepare(asked);
    for (const Term t : asked) {
      if (g.is_const(t)) continue;
      Term positive = g.kind(t) == Kind::Not ? g.operands(t)[0] : t;
      const std::optional<z3::expr> e = counts.comparison(positive);
      if (!e) continue;
      ++in_unary;
      for (std::uint64_t v = 0; v < 1u << kBits; ++v) {
        TermEvaluator evaluate(g);
        z3::expr_vector values(context);
        for (unsigned i = 0; i < kBits; ++i) {
          evaluate.set(bits[i], v >> i & 1);
          values.push_back(context.bool_val((v >> i & 1) != 0));
        }
        z3::expr at = *e;
        INFO(g.str(positive) << " at " << v);
        REQUIRE(at.substitute(names, values).simplify().is_true() == (evaluate(positive) == 1));
      }
    }
    counts.clear();
  }
  CHECK(in_unary > 100);
}

}  // namespace
}  // namespace warpproof
