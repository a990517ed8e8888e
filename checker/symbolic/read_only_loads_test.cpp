#include "checker/symbolic/read_only_loads.h"

#include <catch2/catch.hpp>
#include <vector>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

constexpr BlockMemory::Key kBuffer{Space::Global, 0}, kOther{Space::Global, 1};

// 32 threads.
struct Fixture : ContextForTest {
  std::vector<Term> reported;
  std::uint32_t contents = 100;
  ReadOnlyLoads loads{context,
                      true,
                      {[this](BlockMemory::Key, const Use&, const Use&) { return graph.truth(true); }, [](Term) {},
                       [this](std::uint32_t, std::uint32_t, Term t) {
                         if (!graph.is_false(t)) reported.push_back(t);
                       },
                       {[this] { return contents++; }, [](Term, Term) {}}}};
  Term number(std::uint64_t n) { return graph.constant(64, n); }
  Lanes every_word(Term base, std::uint64_t from) {
    std::vector<Term> out;
    for (int t = 0; t < context.threads(); ++t)
      out.push_back(graph.add(base, number(from + 4 * static_cast<std::uint64_t>(t))));
    return Lanes::each(std::move(out));
  }
  Lanes all() { return Lanes(graph.truth(true)); }
  void load(const Lanes& offset, std::optional<LoopEntry> loop = std::nullopt) {
    loads.access(kBuffer, false, all(), offset, 4, 1, std::move(loop));
  }
  void store(const Lanes& offset, std::optional<LoopEntry> loop = std::nullopt, BlockMemory::Key key = kBuffer) {
    loads.access(key, true, all(), offset, 4, 2, std::move(loop));
  }
};

TEST_CASE("read-only loads: words of their own, of other threads, and of nobody") {
  Fixture own, other, apart;
  own.store(own.every_word(own.number(0), 0));
  own.load(own.every_word(own.number(0), 0));
  own.loads.judge();
  CHECK(own.reported.size() == 32);
  CHECK(own.loads.needs_blocks_apart());
  other.load(other.every_word(other.number(0), 0));
  other.store(other.every_word(other.number(0), 124));
  other.loads.judge();
  CHECK(other.reported.size() == 1);
  apart.load(apart.every_word(apart.number(0), 0));
  apart.store(apart.every_word(apart.number(0), 128));
  apart.loads.judge();
  CHECK(apart.reported.empty());
}

TEST_CASE("read-only loads: a buffer that is not stored to has nothing to judge") {
  Fixture f;
  f.load(f.every_word(f.graph.var(64, "n"), 0));
  f.store(f.every_word(f.graph.var(64, "m"), 0), std::nullopt, kOther);
  f.loads.judge();
  CHECK(f.reported.empty());
  CHECK_FALSE(f.loads.needs_blocks_apart());
}

TEST_CASE("read-only loads: addresses that are terms are compared as terms") {
  Fixture f;
  f.load(f.every_word(f.graph.var(64, "n"), 0));
  f.store(Lanes(f.number(64)));
  f.loads.judge();
  CHECK(f.reported.size() == 32 * 32);
}

TEST_CASE("read-only loads: two accesses in a loop may be of two iterations") {
  Fixture f;
  TermGraph& g = f.graph;
  const Term n = g.var(64, "n");
  LoopEntry loop;
  loop.terms = g.size();
  const Term i = g.var(64, "i");
  f.inputs.push_back(Input{Input::Kind::Choice, i, 0, 0, 0, g.truth(true), 0, std::nullopt});
  f.context.assume(g.ult(i, n));
  f.load(Lanes(g.shl(i, f.number(2))), loop);
  f.store(Lanes(g.add(g.shl(i, f.number(2)), f.number(4))), loop);
  f.loads.judge();
  REQUIRE(!f.reported.empty());
  // Iterations 5 and 4 of 6, in either order of names; not 5 and 5.
  const std::vector<Term> roots = f.reported;
  std::vector<Term> variables = collect_leaves(g, roots).variables;
  REQUIRE(variables.size() == 2);
  REQUIRE(f.assumptions.size() == 2);
  const Term renamed = variables[0] == i ? variables[1] : variables[0];
  const auto holds = [&](std::uint64_t as_followed, std::uint64_t in_other) {
    Substitute put(g);
    put.map(i, f.number(as_followed));
    put.map(renamed, f.number(in_other));
    put.map(n, f.number(6));
    return f.admits(put) && g.is_true(put(g.disj(f.reported)));
  };
  CHECK(holds(4, 5));
  CHECK_FALSE(holds(5, 5));
  CHECK_FALSE(holds(5, 6));  // the fact about the one is about the other too
}

TEST_CASE("another iteration: what was there before the loop, and its strides, are the same") {
  ContextForTest f;
  TermGraph& g = f.graph;
  OtherIteration other(f.context, {[] { return 7u; }, [](Term, Term) {}});
  const Term before = g.var(64, "before");
  LoopEntry loop;
  loop.terms = g.size();
  loop.contents = 5;
  const Term stride = g.var(64, "stride"), parameter = g.var(64, "parameter"), i = g.var(64, "i");
  loop.strides.insert(stride.id);
  f.inputs.push_back(Input{Input::Kind::Parameter, parameter, 0, 0, -1, g.truth(true), 0, std::nullopt});
  const Term same = g.add(before, g.add(stride, parameter));
  CHECK(other(loop, same) == same);
  CHECK(other(loop, g.read(64, 4, before)) == g.read(64, 4, before));
  CHECK(other(loop, g.read(64, 5, before)) == g.read(64, 7, before));
  const Term now = g.add(i, same), then = other(loop, now);
  CHECK(then != now);
  CHECK(other(loop, now) == then);
}

}  // namespace
}  // namespace warpproof::symbolic
