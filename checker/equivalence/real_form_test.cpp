// Over the reals: terms with one form hold the same numbers, and where only bits count the same bits.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <random>

#include "checker/equivalence/float_words.h"
#include "checker/equivalence/normal_form.h"
#include "checker/equivalence/rational.h"
#include "checker/equivalence/real_evaluate.h"
#include "src/term/float_op.h"

using namespace warpproof;
using namespace warpproof::equivalence;

namespace {

using Random = std::mt19937_64;

struct Pool {
  TermGraph& g;
  Random& random;
  std::map<int, std::vector<Term>> words{};  // by width; of 1: conditions
  std::vector<Term> variables{};

  Term pick(int width) { return words[width][random() % words[width].size()]; }
  void add(Term t) { words[g.width(t)].push_back(t); }
  Term variable(int width) {
    variables.push_back(g.var(width, "x"));
    add(variables.back());
    return variables.back();
  }
  Term number(FloatOp op) {
    std::vector<Term> in;
    for (std::size_t k = 0; k < op.arity(); ++k) in.push_back(pick(op.operand_width()));
    return g.float_op(op.pack(), op.result_width(), in);
  }
};

constexpr std::array kFormats = {FloatFormat::F16, FloatFormat::BF16, FloatFormat::F32, FloatFormat::F64};

FloatFormat some_format(Random& random) { return kFormats[random() % kFormats.size()]; }

FloatOp arithmetic(Random& random) {
  constexpr FloatCode kCodes[] = {FloatCode::Add, FloatCode::Sub, FloatCode::Mul, FloatCode::Min,
                                  FloatCode::Max, FloatCode::Fma, FloatCode::Neg, FloatCode::Abs,
                                  FloatCode::Div, FloatCode::Add};
  FloatOp op;
  op.code = kCodes[random() % std::size(kCodes)];
  op.operand = op.result = some_format(random);
  return op;
}

FloatOp comparison(Random& random) {
  constexpr FloatCode kCodes[] = {FloatCode::Eq,  FloatCode::Ne,  FloatCode::Lt,  FloatCode::Le,
                                  FloatCode::Gt,  FloatCode::Geu, FloatCode::Ltu, FloatCode::Leu,
                                  FloatCode::Num, FloatCode::Nan};
  FloatOp op;
  op.code = kCodes[random() % std::size(kCodes)];
  op.operand = some_format(random);
  op.result = FloatFormat::Pred;
  return op;
}

FloatOp conversion(Random& random) {
  FloatOp op;
  op.code = FloatCode::Cvt;
  op.operand = some_format(random);
  op.result = some_format(random);
  if (random() % 4 == 0) op.rounding = static_cast<FloatRounding>(random() % 8);
  if (random() % 3 == 0) {
    op.code = random() % 2 == 0 ? FloatCode::ToSigned : FloatCode::ToUnsigned;
    op.result = random() % 2 == 0 ? FloatFormat::I32 : FloatFormat::I64;
    op.rounding = static_cast<FloatRounding>(4 + random() % 4);
  } else if (random() % 3 == 0) {
    op.code = random() % 2 == 0 ? FloatCode::FromSigned : FloatCode::FromUnsigned;
    op.operand = random() % 2 == 0 ? FloatFormat::I32 : FloatFormat::I16;
  }
  return op;
}

// neg and abs are marked as the executor marks them.
void mark(TermGraph& g, Term t, FloatFormat f) {
  FloatOp op;
  op.code = FloatCode::Sqrt;
  op.operand = op.result = f;
  const Term in[] = {t};
  g.float_op(op.pack(), g.width(t), in);
}

void grow(Pool& pool) {
  TermGraph& g = pool.g;
  Random& random = pool.random;
  constexpr int kWidths[] = {16, 32, 64};
  const int width = kWidths[random() % 3];
  switch (random() % 16) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: {
      const FloatOp op = arithmetic(random);
      const Term t = pool.number(op);
      if (op.code == FloatCode::Neg || op.code == FloatCode::Abs) mark(g, t, op.operand);
      return pool.add(t);
    }
    case 5:
    case 6:
      return pool.add(pool.number(comparison(random)));
    case 7:
      return pool.add(pool.number(conversion(random)));
    case 8:
      return pool.add(g.ite(pool.pick(1), pool.pick(width), pool.pick(width)));
    case 9:
      return pool.add(random() % 2 == 0 ? g.land(pool.pick(1), pool.pick(1)) : g.lnot(pool.pick(1)));
    case 10:
      return pool.add(g.add(pool.pick(width), pool.pick(width)));
    case 11: {
      const Term parts[] = {pool.pick(16), pool.pick(16)};
      return pool.add(g.concat(parts));
    }
    case 12:
      return pool.add(random() % 2 == 0 ? g.extract(pool.pick(32), 31, 16) : g.extract(pool.pick(32), 15, 0));
    case 13: {
      const Term x = pool.pick(width), sign = g.constant(width, std::uint64_t{1} << (width - 1));
      const int which = static_cast<int>(random() % 4);
      return pool.add(which == 0   ? g.bit_xor(x, sign)
                      : which == 1 ? g.bit_or(x, sign)
                      : which == 2 ? g.bit_and(x, g.bit_not(sign))
                                   : g.bit_xor(x, pool.pick(width)));
    }
    default:
      return pool.add(g.eq(pool.pick(width), pool.pick(width)));
  }
}

std::uint64_t some_bits(Random& random, int width) {
  if (width == 1) return random() % 2;
  constexpr std::uint64_t k16[] = {0, 0x8000, 0x3c00, 0xbc00, 0x3f80, 0x4000, 1, 0x8001, 0x3555};
  constexpr std::uint64_t k32[] = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x40000000,
                                   1, 0x80000001, 0x4b7fffff, 7};
  constexpr std::uint64_t k64[] = {0, 1ull << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x4330000000000001,
                                   1, 3};
  if (random() % 3 == 0) return random() & Forms::mask(width);
  if (width == 16) return k16[random() % std::size(k16)];
  return width == 32 ? k32[random() % std::size(k32)] : k64[random() % std::size(k64)];
}

// Over the reals there is no NaN and nothing overflows: inputs for which there is, on a machine, say nothing.
bool all_are_numbers(const TermGraph& g, const std::vector<std::optional<RealWord>>& values) {
  const auto is_number = [&](Term t, FloatFormat f) {
    return !values[t.id] || rational_of(values[t.id]->bits, f).has_value();
  };
  for (std::uint32_t id = 0; id < values.size(); ++id) {
    const Term t{id};
    if (g.kind(t) != Kind::Float) continue;
    const FloatOp op = FloatOp::unpack(g.aux(t));
    if (const auto made = made_format(op); made && !is_number(t, *made)) return false;
    if (!is_float_format(op.operand)) continue;
    for (const Term x : g.operands(t)) {
      if (!is_number(x, op.operand)) return false;
    }
  }
  return true;
}

// For longer runs by hand.
std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

TEST_CASE(
    "over the reals, terms of one form have one number and terms with one form of their bits the same bits") {
  Random random(number_from("SEED", 31));
  std::size_t shared = 0, trials = 0;
  const std::uint64_t graphs = number_from("GRAPHS", 100);
  for (std::uint64_t n = 0; n < graphs; ++n) {
    TermGraph g;
    Pool pool{g, random};
    for (const int width : {16, 16, 32, 32, 32, 64, 64, 1, 1}) pool.variable(width);
    for (const int width : {16, 32, 64}) {
      for (const std::uint64_t c : {std::uint64_t{0}, std::uint64_t{1} << (width - 1)})
        pool.add(g.constant(width, c));
    }
    pool.add(g.constant(32, 0x3f800000));
    pool.add(g.constant(16, 0x3c00));
    for (int i = 0; i < 60; ++i) grow(pool);
    std::vector<Term> all;
    for (const auto& [width, words] : pool.words) all.insert(all.end(), words.begin(), words.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    NormalForms forms(g, FloatMeaning::Real);
    std::map<FormId, std::vector<std::size_t>> of_bits, of_content;
    for (std::size_t i = 0; i < all.size(); ++i) {
      of_bits[forms(all[i])].push_back(i);
      of_content[forms.content(all[i])].push_back(i);
    }
    std::vector<std::pair<std::size_t, std::size_t>> same;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (g.width(all[i]) == g.width(all[j]) && forms.same_content(all[i], all[j])) same.emplace_back(i, j);
      }
    }
    std::vector<Term> every;
    for (std::uint32_t id = 0; id < g.size(); ++id) every.push_back(Term{id});
    for (int trial = 0; trial < 40; ++trial) {
      std::map<std::uint32_t, std::uint64_t> values;
      for (const Term v : pool.variables) values[v.id] = some_bits(random, g.width(v));
      const auto of_all = real_evaluate(
          g, every, [&](Term v) { return values.at(v.id); },
          [](std::uint32_t, std::uint64_t, int) { return std::uint64_t{0}; });
      if (!all_are_numbers(g, of_all)) continue;
      ++trials;
      std::vector<std::optional<RealWord>> out;
      for (const Term t : all) out.push_back(of_all[t.id]);
      for (const auto& [form, group] : of_bits) {
        for (const std::size_t i : group) {
          const auto &x = out[i], &y = out[group.front()];
          if (i != group.front()) ++shared;
          if (!x || !y || x->bits == y->bits) continue;
          FAIL("bits of " << g.str(all[i]) << " against " << g.str(all[group.front()]));
        }
      }
      // Of a word that a floating-point instruction uses, 0 and -0 are one number.
      const auto differ = [&](std::size_t i, std::size_t j) {
        if (!surely_different(out[i], out[j])) return false;
        const std::uint64_t digits = Forms::mask(g.width(all[i]) - 1);
        const bool zeros = ((out[i]->bits | out[j]->bits) & digits) == 0 && g.width(all[i]) > 1;
        return !zeros || (!forms.holds_float(all[i]) && !forms.holds_float(all[j]));
      };
      for (const auto& [form, group] : of_content) {
        for (const std::size_t i : group) {
          if (!differ(i, group.front())) continue;
          FAIL("content of " << g.str(all[i]) << " against " << g.str(all[group.front()]));
        }
      }
      for (const auto& [i, j] : same) {
        if (differ(i, j)) FAIL("same content " << g.str(all[i]) << " against " << g.str(all[j]));
      }
    }
  }
  CHECK(shared > 1000);
  CHECK(trials > 1000);
}
