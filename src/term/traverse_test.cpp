#include "src/term/traverse.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <unordered_set>

#include "src/term/evaluate.h"

namespace warpproof {

TEST_CASE("topological order puts operands first and each term once") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y");
  const Term a = g.mul(x, y), b = g.bit_xor(a, x), c = g.udiv(b, a);
  const Term roots[] = {c, a, c};
  const auto order = topological_order(g, roots);
  std::unordered_set<std::uint32_t> seen;
  for (Term t : order) {
    for (Term o : g.operands(t)) CHECK(seen.contains(o.id));
    CHECK(seen.insert(t.id).second);
  }
  CHECK(seen.size() == 5);
}

TEST_CASE("leaves are the variables and reads below the roots") {
  TermGraph g;
  const Term x = g.var(64, "x"), unused = g.var(64, "unused");
  const Term inner = g.read(64, 1, x), outer = g.read(32, 2, inner);
  const Term roots[] = {g.eq(outer, g.constant(32, 3))};
  const Leaves leaves = collect_leaves(g, roots);
  CHECK(leaves.variables == std::vector<Term>{x});
  CHECK(leaves.reads == std::vector<Term>{inner, outer});
  CHECK(std::find(leaves.variables.begin(), leaves.variables.end(), unused) == leaves.variables.end());
}

TEST_CASE("substitution rebuilds and simplifies what it changes") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y"), c = g.var(1, "c");
  const Term t = g.ite(c, g.add(x, y), g.mul(x, y));
  Substitute substitute(g);
  substitute.map(y, g.constant(32, 4));
  CHECK(substitute(t) == g.ite(c, g.add(x, g.constant(32, 4)), g.mul(x, g.constant(32, 4))));
  CHECK(substitute(g.eq(y, g.constant(32, 4))) == g.truth(true));
  CHECK(substitute(x) == x);
  CHECK_THROWS_AS(substitute.map(x, c), std::invalid_argument);
}

TEST_CASE("substitution of every kind of term keeps its meaning") {
  TermGraph g;
  const Term x = g.var(16, "x"), y = g.var(16, "y"), p = g.var(1, "p"), fresh = g.var(16, "fresh");
  using Binary = Term (TermGraph::*)(Term, Term);
  std::vector<Term> terms;
  for (Binary op : {Binary(&TermGraph::add), Binary(&TermGraph::mul), Binary(&TermGraph::udiv),
                    Binary(&TermGraph::sdiv), Binary(&TermGraph::urem), Binary(&TermGraph::srem),
                    Binary(&TermGraph::umin), Binary(&TermGraph::umax), Binary(&TermGraph::smin),
                    Binary(&TermGraph::smax), Binary(&TermGraph::mulhi_u), Binary(&TermGraph::mulhi_s),
                    Binary(&TermGraph::bit_and), Binary(&TermGraph::bit_or), Binary(&TermGraph::bit_xor),
                    Binary(&TermGraph::shl), Binary(&TermGraph::lshr), Binary(&TermGraph::ashr)}) {
    terms.push_back((g.*op)(x, y));
  }
  for (Term t : {g.eq(x, y), g.ult(x, y), g.slt(x, y), g.land(g.bit(x, 3), p), g.bit_xor(p, g.bit(x, 1))}) {
    terms.push_back(g.zext(t, 16));
  }
  for (Term t : {g.bit_not(x), g.popc(x), g.clz(x), g.brev(x), g.ite(p, x, y), g.read(16, 1, g.zext(x, 64)),
                 g.sext(g.extract(x, 9, 2), 16), g.zext(g.extract(x, 9, 2), 16)}) {
    terms.push_back(t);
  }
  Substitute substitute(g);
  substitute.map(x, g.bit_xor(fresh, g.constant(16, 0x00ff)));
  TermEvaluator before(g), after(g);
  for (TermEvaluator* e : {&before, &after}) {
    e->set(y, 7);
    e->set(p, 1);
    e->set_reader([](std::uint32_t, std::uint64_t offset, int) { return offset * 3; });
  }
  before.set(x, 0x1234);
  after.set(fresh, 0x1234 ^ 0x00ff);
  for (Term t : terms) CHECK(before(t) == after(substitute(t)));
}

TEST_CASE("substitution walks deep graphs") {
  TermGraph g;
  const Term x = g.var(32, "x"), y = g.var(32, "y");
  Term t = x;
  for (int i = 0; i < 100000; ++i) t = g.bit_xor(g.mul(t, g.constant(32, 5)), g.constant(32, 0x55));
  Substitute substitute(g);
  substitute.map(x, y);
  CHECK(substitute(t) != t);
}

}  // namespace warpproof
