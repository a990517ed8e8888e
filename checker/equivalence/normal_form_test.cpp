// Terms with one normal form must have one value; terms that a normal form is to identify must meet.
#include "checker/equivalence/normal_form.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "src/term/evaluate.h"
#include "src/term/float_op.h"

using namespace warpproof;
using namespace warpproof::equivalence;

namespace {

using Random = std::mt19937_64;

Term random_word(TermGraph& g, const std::vector<Term>& words, const std::vector<Term>& predicates,
                 Random& random) {
  const auto pick = [&](const std::vector<Term>& from) { return from[random() % from.size()]; };
  const Term a = pick(words), b = pick(words);
  const int width = g.width(a);
  switch (random() % 20) {
    case 0:
      return g.add(a, b);
    case 1:
      return g.sub(a, b);
    case 2:
      return g.mul(a, b);
    case 3:
      return g.bit_and(a, b);
    case 4:
      return g.bit_or(a, b);
    case 5:
      return g.bit_xor(a, b);
    case 6:
      return g.bit_not(a);
    case 7:
      return g.umin(a, b);
    case 8:
      return g.umax(a, b);
    case 9:
      return g.smin(a, b);
    case 10:
      return g.smax(a, b);
    case 11:
      return g.neg(a);
    case 12:
      return g.mul(a, g.constant(width, random()));
    case 13:
      return g.popc(a);
    case 14:
      return g.zext(g.extract(a, width - 2, 0), width);
    case 15:
      return g.sext(g.extract(a, width - 2, 0), width);
    case 16:
      return g.zext(pick(predicates), width);
    case 17:
      return g.shl(a, g.constant(width, random() % static_cast<unsigned>(width)));
    case 18:
      return g.extract(g.add(g.zext(a, 2 * width), g.sext(b, 2 * width)), width - 1, 0);
    default:
      return g.ite(pick(predicates), a, b);
  }
}

// The same value computed in two ways; what is nested deep hardly ever meets another term by chance.
std::array<Term, 2> random_twins(TermGraph& g, const std::vector<Term>& words,
                                 const std::vector<Term>& predicates, Random& random) {
  const auto pick = [&](const std::vector<Term>& from) { return from[random() % from.size()]; };
  const Term a = pick(words), b = pick(words), c = pick(words), p = pick(predicates);
  const auto both_ways = [&](auto op) { return std::array<Term, 2>{op(op(a, b), c), op(op(c, a), b)}; };
  switch (random() % 10) {
    case 0:
      return both_ways([&](Term x, Term y) { return g.add(x, y); });
    case 1:
      return both_ways([&](Term x, Term y) { return g.mul(x, y); });
    case 2:
      return both_ways([&](Term x, Term y) { return g.umin(x, y); });
    case 3:
      return both_ways([&](Term x, Term y) { return g.smax(x, y); });
    case 4:
      return both_ways([&](Term x, Term y) { return g.bit_xor(x, y); });
    case 5:
      return {g.mul(a, g.add(b, c)), g.add(g.mul(c, a), g.mul(b, a))};
    case 6:
      return {g.bit_and(a, g.bit_or(b, c)), g.bit_or(g.bit_and(c, a), g.bit_and(b, a))};
    case 7:
      return {g.umin(a, g.umax(b, c)), g.umax(g.umin(c, a), g.umin(b, a))};
    case 8:
      return {g.ite(p, g.add(a, b), g.add(a, c)), g.add(g.ite(p, b, c), a)};
    default:
      return {g.bit_not(g.bit_or(a, b)), g.bit_and(g.bit_not(b), g.bit_not(a))};
  }
}

Term random_predicate(TermGraph& g, const std::vector<Term>& words, const std::vector<Term>& predicates,
                      Random& random) {
  const auto pick = [&](const std::vector<Term>& from) { return from[random() % from.size()]; };
  const Term a = pick(words), b = pick(words), p = pick(predicates), q = pick(predicates);
  switch (random() % 8) {
    case 0:
      return g.eq(a, b);
    case 1:
      return g.ult(a, b);
    case 2:
      return g.slt(a, b);
    case 3:
      return g.land(p, q);
    case 4:
      return g.lor(p, g.lnot(q));
    case 5:
      return g.bit(a, static_cast<int>(random() % static_cast<unsigned>(g.width(a))));
    case 6:
      return g.bit_xor(p, q);
    default:
      return g.lnot(p);
  }
}

// All terms of one form agree under every assignment that is tried. Returns how many forms several terms
// share.
std::size_t check_groups(TermGraph& g, const std::vector<Term>& terms, const std::vector<Term>& variables,
                         FloatMeaning floats, Random& random,
                         const std::function<std::uint64_t(Random&)>& value) {
  NormalForms forms(g, floats);
  std::map<FormId, std::vector<Term>> groups;
  for (const Term t : terms) {
    auto& group = groups[forms(t)];
    if (std::find(group.begin(), group.end(), t) == group.end()) group.push_back(t);
  }
  TermEvaluator evaluate(g);
  for (int trial = 0; trial < 60; ++trial) {
    for (const Term v : variables) evaluate.set(v, value(random));
    for (const auto& [form, group] : groups) {
      for (const Term t : group) {
        if (evaluate(t) == evaluate(group.front())) continue;
        INFO(g.str(t) << " against " << g.str(group.front()));
        REQUIRE(evaluate(t) == evaluate(group.front()));
      }
    }
  }
  return static_cast<std::size_t>(
      std::count_if(groups.begin(), groups.end(), [](const auto& e) { return e.second.size() > 1; }));
}

}  // namespace

TEST_CASE("terms with one normal form have one value") {
  Random random(5);
  std::size_t shared = 0;
  for (int iteration = 0; iteration < 150; ++iteration) {
    TermGraph g;
    const int width = 2 + static_cast<int>(random() % 7);
    std::vector<Term> variables, predicates{g.var(1, "p"), g.var(1, "q")};
    for (int i = 0; i < 3; ++i) variables.push_back(g.var(width, "x"));
    std::vector<Term> words = variables;
    words.push_back(g.constant(width, 1));
    for (int i = 0; i < 150; ++i) {
      words.push_back(random_word(g, words, predicates, random));
      if (i % 3 == 0) predicates.push_back(random_predicate(g, words, predicates, random));
      if (i % 5 != 0) continue;
      const auto twins = random_twins(g, words, predicates, random);
      words.insert(words.end(), twins.begin(), twins.end());
    }
    std::vector<Term> inputs = variables;
    inputs.insert(inputs.end(), predicates.begin(), predicates.begin() + 2);
    const auto any = [](Random& r) { return r() % 4 == 0 ? r() % 3 : r(); };
    shared += check_groups(g, words, inputs, FloatMeaning::Exact, random, any);
    shared += check_groups(g, predicates, inputs, FloatMeaning::Exact, random, any);
  }
  CHECK(shared > 1000);
}

TEST_CASE("what is computed in two ways has one form") {
  Random random(8);
  TermGraph g;
  NormalForms forms(g, FloatMeaning::Exact);
  std::vector<Term> words;
  for (int i = 0; i < 40; ++i) words.push_back(g.var(32, "x"));
  const std::vector<Term> predicates{g.var(1, "p"), g.var(1, "q")};
  for (int iteration = 0; iteration < 300; ++iteration) {
    const auto [a, b] = random_twins(g, words, predicates, random);
    INFO(g.str(a) << " against " << g.str(b));
    CHECK(forms(a) == forms(b));
  }
}

TEST_CASE("floating-point terms with one exact normal form have one value, NaN and signed zeros included") {
  Random random(6);
  std::size_t shared = 0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    TermGraph g;
    std::vector<Term> variables;
    for (int i = 0; i < 3; ++i) variables.push_back(g.var(16, "x"));
    std::vector<Term> words = variables;
    for (int i = 0; i < 120; ++i) {
      FloatOp op;
      op.operand = op.result = FloatFormat::F16;
      constexpr FloatCode kCodes[] = {FloatCode::Add, FloatCode::Sub, FloatCode::Mul, FloatCode::Min,
                                      FloatCode::Max, FloatCode::Fma, FloatCode::Neg};
      op.code = kCodes[random() % std::size(kCodes)];
      op.ftz = iteration % 3 == 0;
      op.nan = iteration % 5 == 0 && (op.code == FloatCode::Min || op.code == FloatCode::Max);
      std::vector<Term> in;
      for (std::size_t k = 0; k < op.arity(); ++k) in.push_back(words[random() % words.size()]);
      words.push_back(g.float_op(op.pack(), 16, in));
    }
    const auto special = [](Random& r) -> std::uint64_t {
      constexpr std::uint64_t kValues[] = {0,      0x8000, 0x7c00, 0xfc00, 0x7e01, 0x7fff,
                                           0xfe02, 1,      0x8001, 0x3c00, 0xbc00};
      return r() % 2 == 0 ? kValues[r() % std::size(kValues)] : r();
    };
    shared += check_groups(g, words, variables, FloatMeaning::Exact, random, special);
  }
  CHECK(shared > 20);
}

TEST_CASE("a reduction has one form in any order") {
  TermGraph g;
  const auto reduce = [&](auto op, bool up) {
    std::vector<Term> v;
    for (int l = 0; l < 1024; ++l)
      v.push_back(g.read(32, 0, g.constant(64, 4 * static_cast<std::uint64_t>(l))));
    for (int k = 0; k < 10; ++k) {
      const std::size_t d = up ? 1u << k : 512u >> k;
      std::vector<Term> next;
      for (std::size_t l = 0; l < v.size(); ++l) next.push_back(op(v[l], v[l ^ d]));
      v = next;
    }
    return v[0];
  };
  NormalForms forms(g, FloatMeaning::Exact);
  const auto same = [&](auto op) { return forms(reduce(op, true)) == forms(reduce(op, false)); };
  CHECK(same([&](Term a, Term b) { return g.add(a, b); }));
  CHECK(same([&](Term a, Term b) { return g.mul(a, b); }));
  CHECK(same([&](Term a, Term b) { return g.bit_xor(a, b); }));
  CHECK(same([&](Term a, Term b) { return g.bit_and(a, b); }));
  CHECK(same([&](Term a, Term b) { return g.bit_or(a, b); }));
  CHECK(same([&](Term a, Term b) { return g.smin(a, b); }));
  CHECK(same([&](Term a, Term b) { return g.umax(a, b); }));
  CHECK_FALSE(same([&](Term a, Term b) { return g.udiv(a, b); }));
}

TEST_CASE("float sums have one form over the reals only, float minima exactly") {
  TermGraph g;
  FloatOp add, minimum;
  minimum.code = FloatCode::Min;
  const Term x = g.var(32, "x"), y = g.var(32, "y"), z = g.var(32, "z");
  const auto apply = [&](const FloatOp& op, Term a, Term b) {
    const Term in[] = {a, b};
    return g.float_op(op.pack(), 32, in);
  };
  const auto left = [&](const FloatOp& op) { return apply(op, apply(op, x, y), z); };
  const auto right = [&](const FloatOp& op) { return apply(op, x, apply(op, z, y)); };
  NormalForms exact(g, FloatMeaning::Exact), real(g, FloatMeaning::Real);
  CHECK(exact(left(add)) != exact(right(add)));
  CHECK(real.same_content(left(add), right(add)));
  CHECK(exact(left(minimum)) == exact(right(minimum)));
  FloatOp below;
  below.code = FloatCode::Lt;
  const auto smaller = [&](Term a, Term b) {
    const Term in[] = {a, b};
    return g.ite(g.float_op(below.pack(), 1, in), a, b);
  };
  CHECK(real.same_content(smaller(smaller(x, y), z), right(minimum)));
  CHECK(real.same_content(smaller(x, smaller(y, z)), left(minimum)));
  CHECK(exact(smaller(smaller(x, y), z)) != exact(smaller(x, smaller(y, z))));
  // min(x, x) makes a NaN canonical, so it is not x.
  CHECK(exact(apply(minimum, x, x)) != exact(x));
}

TEST_CASE("over the reals only floats are numbers, and their bits are none") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y"), z = g.var(32, "z"), i = g.var(32, "i"), c = g.var(1, "c");
  const Term sign = g.constant(32, 0x80000000u), zero = g.constant(32, 0);
  const auto apply = [&](FloatCode code, Term a, Term b) {
    FloatOp op;
    op.code = code;
    const Term in[] = {a, b};
    return g.float_op(op.pack(), 32, in);
  };
  const auto sum = [&](Term a, Term b) { return apply(FloatCode::Add, a, b); };
  const Term left = sum(sum(x, y), z), right = sum(x, sum(y, z));
  NormalForms real(g, FloatMeaning::Real);
  CHECK(real.same_content(left, right));
  CHECK(real(left) != real(right));
  const Term mask = g.constant(32, 31);
  CHECK_FALSE(real.same_content(g.bit_and(left, mask), g.bit_and(right, mask)));
  CHECK_FALSE(real.same_content(g.lshr(left, mask), g.lshr(right, mask)));
  CHECK(real.same_content(g.bit_xor(left, sign), apply(FloatCode::Sub, zero, right)));
  // A sign is taken away by abs, which marks what it makes, or by a mask.
  const Term a = g.bit_and(apply(FloatCode::Sub, x, y), g.bit_not(sign)),
             b = g.bit_and(apply(FloatCode::Sub, y, x), g.bit_not(sign));
  CHECK_FALSE(real.same_content(a, b));
  for (const Term t : {a, b}) {
    FloatOp mark;
    mark.code = FloatCode::Sqrt;
    const Term in[] = {t};
    g.float_op(mark.pack(), 32, in);
  }
  CHECK(real.same_content(a, b));
  // x is used as a float, and may be an integer here.
  CHECK_FALSE(real.same_content(g.ite(c, g.bit_xor(x, sign), zero), g.ite(c, g.bit_xor(x, sign), sign)));
  CHECK_FALSE(real.same_content(g.ite(c, x, zero), g.ite(c, x, sign)));
  // Integers have no sign to change, and no zero but one.
  CHECK_FALSE(real.same_content(g.ite(c, g.bit_xor(i, sign), zero), g.ite(c, g.bit_xor(i, sign), sign)));
  CHECK(real.same_content(g.ite(c, left, zero), g.ite(c, right, sign)));
  const Term infinity = g.constant(32, 0x7f800000u);
  const auto is_nan = [&](Term t) { return g.ult(infinity, g.bit_and(t, g.bit_not(sign))); };
  CHECK_FALSE(real.same_content(is_nan(i), g.truth(false)));
  CHECK(real.same_content(is_nan(x), g.truth(false)));
  // One number, two formats.
  const auto narrowed = [&](Term t, FloatFormat f) {
    FloatOp op;
    op.code = FloatCode::Cvt;
    op.result = f;
    const Term in[] = {t};
    return g.float_op(op.pack(), 16, in);
  };
  CHECK(real.same_content(narrowed(left, FloatFormat::F16), narrowed(right, FloatFormat::F16)));
  CHECK_FALSE(real.same_content(narrowed(left, FloatFormat::F16), narrowed(right, FloatFormat::BF16)));
  // Side by side in one word, each is a number.
  const auto packed = [&](Term a, Term b) {
    const Term parts[] = {narrowed(a, FloatFormat::F16), narrowed(b, FloatFormat::F16)};
    return g.concat(parts);
  };
  CHECK(real.same_content(packed(left, x), packed(right, x)));
  CHECK_FALSE(real.same_content(packed(left, x), packed(x, right)));
  CHECK(real.conditions().texts().empty());
  CHECK(real.same_content(apply(FloatCode::Sub, apply(FloatCode::Div, x, y), apply(FloatCode::Div, x, y)), zero));
  CHECK(real.conditions().divisor_not_zero);
  CHECK_FALSE(real.same_content(apply(FloatCode::Div, x, zero), apply(FloatCode::Div, y, zero)));
}

TEST_CASE("choices meet sums") {
  TermGraph g;
  const Term c = g.var(1, "c"), x = g.var(32, "x"), y = g.var(32, "y"), zero = g.constant(32, 0);
  NormalForms forms(g, FloatMeaning::Exact);
  CHECK(forms(g.ite(c, g.add(x, y), y)) == forms(g.add(y, g.ite(c, x, zero))));
  CHECK(forms(g.ite(g.lnot(c), x, y)) == forms(g.sub(g.add(x, y), g.ite(c, x, y))));
  CHECK(forms(g.ite(c, x, y)) != forms(g.ite(c, y, x)));
}

namespace {

// A value, and the number of where it was found.
struct Found {
  Term value, number;
};

struct ContestKind {
  bool maximum = true, is_signed = true,
       by_key = false;  // ties: to the lesser number (the greater), or as it comes
  bool lesser = true;
};

// One of the two, in one of several spellings of the condition.
Found better_of(TermGraph& g, const ContestKind& kind, const Found& x, const Found& y, Random& random) {
  const auto less = [&](Term a, Term b) { return kind.is_signed ? g.slt(a, b) : g.ult(a, b); };
  const Term beats = kind.maximum ? less(y.value, x.value) : less(x.value, y.value);
  const Term beaten = kind.maximum ? less(x.value, y.value) : less(y.value, x.value);
  const Term tie = kind.lesser ? g.ult(x.number, y.number) : g.ult(y.number, x.number);
  Term c = beats;
  if (kind.by_key) {
    switch (random() % 3) {
      case 0:
        c = g.lor(beats, g.land(g.eq(x.value, y.value), tie));
        break;
      case 1:
        c = g.land(g.lnot(beaten), g.lor(beats, tie));
        break;
      default:
        c = g.ite(g.eq(x.value, y.value), tie, beats);
    }
  } else if (random() % 2 == 0) {
    c = g.lnot(beaten);
  }
  return {g.ite(c, x.value, y.value), g.ite(c, x.number, y.number)};
}

Found tournament(TermGraph& g, const ContestKind& kind, std::vector<Found> open, Random& random) {
  while (open.size() > 1) {
    const auto take = [&] {
      std::swap(open[random() % open.size()], open.back());
      const Found out = open.back();
      if (random() % 4 != 0 || open.size() == 1) open.pop_back();  // some play twice
      return out;
    };
    const Found x = take(), y = take();
    open.push_back(better_of(g, kind, x, y, random));
  }
  return open.front();
}

// The same by one word, the number (or its complement) below the value.
Term by_one_word(TermGraph& g, const ContestKind& kind, const std::vector<Found>& all) {
  const bool plain = kind.maximum != kind.lesser;
  std::optional<Term> out;
  for (const Found& f : all) {
    const Term parts[] = {f.value, plain ? f.number : g.bit_not(f.number)};
    const Term word = g.concat(parts);
    const auto better = [&](Term a, Term b) {
      if (kind.is_signed) return kind.maximum ? g.smax(a, b) : g.smin(a, b);
      return kind.maximum ? g.umax(a, b) : g.umin(a, b);
    };
    out = out ? better(*out, word) : word;
  }
  const Term low = g.extract(*out, g.width(all.front().number) - 1, 0);
  return plain ? low : g.bit_not(low);
}

}  // namespace

TEST_CASE("winners of contests have one form where they are the same, and no other") {
  Random random(12);
  std::size_t shared = 0;
  for (int iteration = 0; iteration < 300; ++iteration) {
    TermGraph g;
    std::vector<Term> variables, words, values;
    for (int i = 0; i < 4; ++i) variables.push_back(g.var(3, "x"));
    for (int i = 0; i < 40; ++i) {
      const ContestKind kind{random() % 2 == 0, random() % 2 == 0, random() % 2 == 0, random() % 2 == 0};
      std::vector<Found> all;
      for (std::size_t k = 0; k < variables.size(); ++k) {
        const std::uint64_t number = random() % 3 == 0 ? random() : k;
        all.push_back({variables[k], g.constant(5, number)});
      }
      if (random() % 4 == 0) all.push_back({g.constant(3, random()), g.constant(5, 9)});
      const Found first = tournament(g, kind, all, random), second = tournament(g, kind, all, random);
      words.insert(words.end(), {first.number, second.number, by_one_word(g, kind, all)});
      values.insert(values.end(), {first.value, second.value});
    }
    const auto any = [](Random& r) { return r(); };
    shared += check_groups(g, words, variables, FloatMeaning::Exact, random, any);
    shared += check_groups(g, values, variables, FloatMeaning::Exact, random, any);
  }
  CHECK(shared > 3000);
}

TEST_CASE("an arg max by two words has the form of one by one word") {
  Random random(13);
  for (const bool maximum : {true, false}) {
    for (const bool is_signed : {true, false}) {
      for (const bool lesser : {true, false}) {
        TermGraph g;
        NormalForms forms(g, FloatMeaning::Exact);
        const ContestKind kind{maximum, is_signed, true, lesser};
        std::vector<Found> all;
        for (std::uint64_t k = 0; k < 32; ++k) all.push_back({g.var(32, "x"), g.constant(32, k)});
        std::vector<Found> iteration = all;
        for (std::size_t d = 16; d > 0; d /= 2) {
          std::vector<Found> next;
          for (std::size_t l = 0; l < 32; ++l)
            next.push_back(better_of(g, kind, iteration[l ^ d], iteration[l], random));
          iteration = next;
        }
        CHECK(forms(iteration[3].number) == forms(by_one_word(g, kind, all)));
        CHECK(forms(iteration[3].number) != forms(by_one_word(g, {maximum, is_signed, true, !lesser}, all)));
        CHECK(forms(iteration[3].number) != forms(by_one_word(g, {maximum, !is_signed, true, lesser}, all)));
      }
    }
  }
}

TEST_CASE("what is squared too often is equal to itself only") {
  TermGraph g;
  const Term x = g.var(64, "x");
  Term power = x;
  for (int i = 0; i < 70; ++i) power = g.mul(power, power);
  NormalForms forms(g, FloatMeaning::Exact);
  CHECK(forms(power) != forms(g.constant(64, 1)));
  CHECK(forms(power) == forms(power));
}
