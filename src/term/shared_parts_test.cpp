// Terms share their parts. Each builder, applied again and again to words that hold one part several times, must come to each
// part once: 40 rounds that double the work do not end.
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

namespace {

constexpr int kRounds = 40, kWidth = 32;

struct Builder {
  const char* name;
  std::function<Term(TermGraph&, Term, Term)> apply;
};

Term halves(TermGraph& g, Term high, Term low) {
  const Term parts[] = {g.extract(high, 15, 0), g.extract(low, 31, 16)};
  return g.concat(parts);
}

Term bytes(TermGraph& g, Term a, Term b) {
  const Term parts[] = {g.extract(a, 7, 0), g.extract(b, 15, 8), g.extract(a, 23, 16), g.extract(b, 31, 24)};
  return g.concat(parts);
}

Term number(TermGraph& g, std::uint64_t n) { return g.constant(kWidth, n); }

std::vector<Builder> builders() {
  return {
      {"add", [](TermGraph& g, Term a, Term b) { return g.add(a, b); }},
      {"sub", [](TermGraph& g, Term a, Term b) { return g.sub(a, b); }},
      {"scaled", [](TermGraph& g, Term a, Term b) { return g.add(g.mul(a, number(g, 6)), b); }},
      {"mul", [](TermGraph& g, Term a, Term b) { return g.mul(a, b); }},
      {"udiv", [](TermGraph& g, Term a, Term b) { return g.udiv(a, b); }},
      {"urem by constant", [](TermGraph& g, Term a, Term b) { return g.add(g.urem(a, number(g, 24)), b); }},
      {"smin", [](TermGraph& g, Term a, Term b) { return g.smin(a, b); }},
      {"umax", [](TermGraph& g, Term a, Term b) { return g.umax(a, b); }},
      {"and", [](TermGraph& g, Term a, Term b) { return g.bit_and(a, b); }},
      {"or", [](TermGraph& g, Term a, Term b) { return g.bit_or(a, b); }},
      {"xor", [](TermGraph& g, Term a, Term b) { return g.bit_xor(a, b); }},
      {"masked", [](TermGraph& g, Term a, Term b) { return g.bit_or(g.bit_and(a, number(g, 0xff00)), g.bit_not(b)); }},
      {"shl", [](TermGraph& g, Term a, Term b) { return g.bit_xor(g.shl(a, number(g, 3)), b); }},
      {"lshr", [](TermGraph& g, Term a, Term b) { return g.add(g.lshr(a, number(g, 3)), b); }},
      {"ashr", [](TermGraph& g, Term a, Term b) { return g.bit_or(g.ashr(a, number(g, 5)), b); }},
      {"shift by a word", [](TermGraph& g, Term a, Term b) { return g.shl(a, b); }},
      {"popc", [](TermGraph& g, Term a, Term b) { return g.add(g.popc(a), b); }},
      {"clz", [](TermGraph& g, Term a, Term b) { return g.bit_xor(g.clz(a), b); }},
      {"brev", [](TermGraph& g, Term a, Term b) { return g.bit_and(g.brev(a), b); }},
      {"halves", halves},
      {"bytes", bytes},
      {"zext", [](TermGraph& g, Term a, Term b) { return g.add(g.zext(g.extract(a, 15, 0), kWidth), b); }},
      {"sext", [](TermGraph& g, Term a, Term b) { return g.bit_xor(g.sext(g.extract(a, 7, 0), kWidth), b); }},
      {"eq", [](TermGraph& g, Term a, Term b) { return g.ite(g.eq(a, b), a, g.bit_not(b)); }},
      {"ult", [](TermGraph& g, Term a, Term b) { return g.ite(g.ult(a, b), a, g.add(b, number(g, 1))); }},
      {"slt", [](TermGraph& g, Term a, Term b) { return g.ite(g.slt(a, b), g.sub(a, b), b); }},
      {"select bit", [](TermGraph& g, Term a, Term b) { return g.ite(g.select_bit(a, b), b, a); }},
  };
}

}  // namespace

TEST_CASE("terms: one word in both arms of choices, by each builder") {
  for (const Builder& builder : builders()) {
    INFO(builder.name);
    TermGraph g;
    Term word = g.var(kWidth, "x");
    for (int k = 0; k < kRounds; ++k) {
      const Term other = g.ite(g.var(1, "d" + std::to_string(k)), word, g.var(kWidth, "y" + std::to_string(k)));
      word = g.ite(g.var(1, "c" + std::to_string(k)), builder.apply(g, word, other), word);
    }
    CHECK(g.width(builder.apply(g, word, word)) == kWidth);
  }
}

TEST_CASE("terms: two words under the same conditions, by each builder") {
  for (const Builder& builder : builders()) {
    INFO(builder.name);
    TermGraph g;
    Term a = g.var(kWidth, "a"), b = g.var(kWidth, "b");
    for (int k = 0; k < kRounds; ++k) {
      const Term c = g.var(1, "c" + std::to_string(k));
      const Term yes = builder.apply(g, a, b), no = builder.apply(g, b, a);
      a = g.ite(c, yes, b);
      b = g.ite(c, a, no);
    }
    CHECK(g.width(builder.apply(g, a, b)) == kWidth);
    CHECK(g.width(g.eq(a, b)) == 1);
    CHECK(g.width(g.ult(builder.apply(g, a, b), builder.apply(g, b, a))) == 1);
  }
}

TEST_CASE("terms: a word of itself, by each builder") {
  for (const Builder& builder : builders()) {
    INFO(builder.name);
    TermGraph g;
    Term word = g.var(kWidth, "x");
    for (int k = 0; k < kRounds; ++k) word = builder.apply(g, word, g.bit_xor(word, g.var(kWidth, "y" + std::to_string(k))));
    CHECK(g.width(g.extract(word, 11, 3)) == 9);
    CHECK(g.width(g.eq(word, g.constant(kWidth, 7))) == 1);
  }
}

}  // namespace warpproof
