#include "checker/symbolic/pointers.h"

#include <array>
#include <catch2/catch.hpp>

#include "checker/symbolic/context_for_test.h"

namespace warpproof::symbolic {
namespace {

using Holds = Variable::Holds;

// A kernel with three parameters of eight bytes, the last of them __restrict__; one thread.
struct Fixture : ContextForTest {
  static ExecutorOptions one_thread(bool overlap) {
    ExecutorOptions out;
    out.shape.block = {1, 1, 1};
    out.pointers_overlap = overlap;
    return out;
  }
  static Program kernel() {
    Program out;
    Function f;
    f.is_entry = true;
    for (std::uint32_t i = 0; i < 3; ++i) {
      Variable v;
      v.space = Space::Param;
      v.size = 8;
      v.is_restrict = i == 2;
      out.variables.push_back(v);
      f.parameters.push_back(i);
    }
    out.functions.push_back(f);
    return out;
  }
  explicit Fixture(bool overlap = false) : ContextForTest(one_thread(overlap)) {}

  Term parameter(std::uint32_t index, Holds holds) {
    const Term out = graph.var(64, "p" + std::to_string(index));
    pointers.declare(out, index, holds);
    return out;
  }
  Term bytes(std::uint64_t n) { return graph.constant(64, n); }
  Term index(const char* name) { return graph.zext(graph.var(32, name), 64); }
  Pointers::Located locate(Term address, Space space = Space::Global) {
    return pointers.locate(Lanes(address), space, ops.yes());
  }

  Program program = kernel();
  Pointers pointers{context, program, 0};
};

TEST_CASE("pointers: a parameter is the base, the rest of the sum the offset") {
  Fixture f;
  const Term p = f.parameter(0, Holds::Pointer), n = f.parameter(1, Holds::Number);
  const Term offset = f.graph.mul(f.index("i"), f.bytes(4));
  for (const Term more : {offset, f.graph.add(offset, n)}) {
    const auto found = f.locate(f.graph.add(p, more));
    CHECK_FALSE(found.ambiguous);
    REQUIRE(found.targets.size() == 1);
    CHECK(found.targets[0].allocation == 0);
    CHECK(found.targets[0].offset.at(0) == more);
  }
  CHECK(f.pointers.parameters() == std::set<std::uint32_t>{0});
}

// A guess would keep two accesses apart that may conflict.
TEST_CASE("pointers: which of two is meant is never guessed") {
  Fixture f;
  const Term p = f.parameter(0, Holds::Anything), q = f.parameter(1, Holds::Anything);
  const auto found = f.locate(f.graph.add(p, q));
  CHECK(found.targets.empty());
  REQUIRE(found.ambiguous);
  CHECK(f.graph.is_true(found.ambiguous->at(0)));
}

// b - a leads from a to b, whatever is done with it on the way. Of the difference of two others, accesses stay inside a.
TEST_CASE("pointers: what is computed from the base and another pointer leads to neither for certain") {
  Fixture f;
  TermGraph& g = f.graph;
  const Term a = f.parameter(0, Holds::Pointer), b = f.parameter(1, Holds::Pointer), c = f.parameter(2, Holds::Pointer);
  const auto quarter = [&](Term from, Term to) { return g.mul(g.sdiv(g.sub(to, from), f.bytes(4)), f.bytes(4)); };
  for (const Term rest : {quarter(a, b), g.zext(g.extract(g.sub(b, a), 31, 0), 64), g.ite(g.var(1, "c"), quarter(a, b), f.bytes(0))}) {
    const auto found = f.locate(g.add(a, g.add(rest, f.index("i"))));
    CHECK(found.targets.empty());
    CHECK(found.ambiguous);
  }
  // What only chooses is no part of the number.
  const Term chosen = g.ite(g.ult(a, g.add(b, f.index("j"))), f.bytes(4), f.bytes(8));
  for (const Term rest : {quarter(b, c), chosen}) {
    const auto found = f.locate(g.add(a, rest));
    CHECK_FALSE(found.ambiguous);
    REQUIRE(found.targets.size() == 1);
    CHECK(found.targets[0].allocation == 0);
  }
}

TEST_CASE("pointers: of a pointer that is put together of halves nothing is known, of one that is marked it is") {
  Fixture f;
  TermGraph& g = f.graph;
  const Term a = f.parameter(0, Holds::Pointer), b = f.parameter(1, Holds::Pointer);
  const Term high = g.extract(a, 63, 32);
  for (const Term low : {g.extract(b, 31, 0), g.var(32, "low"), g.add(g.extract(a, 31, 0), g.var(32, "i"))})
    CHECK(f.locate(g.concat(std::array{high, low})).ambiguous);
  const auto marked = f.locate(g.concat(std::array{g.extract(a, 63, 4), g.var(4, "mark")}));
  CHECK_FALSE(marked.ambiguous);
  REQUIRE(marked.targets.size() == 1);
  CHECK(marked.targets[0].allocation == 0);
}

TEST_CASE("pointers: a choice is followed on both sides") {
  Fixture f;
  const Term p = f.parameter(0, Holds::Pointer), q = f.parameter(1, Holds::Pointer);
  const Term c = f.graph.var(1, "c");
  const auto found = f.locate(f.graph.add(f.graph.ite(c, p, q), f.bytes(8)));
  REQUIRE(found.targets.size() == 2);
  CHECK(found.targets[0].allocation == 0);
  CHECK(found.targets[0].guard.at(0) == c);
  CHECK(found.targets[1].guard.at(0) == f.graph.lnot(c));
  CHECK(f.graph.value(found.targets[1].offset.at(0)) == 8);
}

TEST_CASE("pointers: offsets of shared memory and windows of variables") {
  Fixture f;
  const Term at = f.graph.mul(f.index("i"), f.bytes(4));
  CHECK(f.locate(at, Space::Shared).targets[0].offset.at(0) == at);
  const auto generic = f.locate(f.graph.add(at, f.bytes(kSharedBase + 16)), Space::Generic);
  REQUIRE(generic.targets.size() == 1);
  CHECK(generic.targets[0].space == Space::Shared);
  CHECK(generic.targets[0].offset.at(0) == f.graph.add(at, f.bytes(16)));
}

TEST_CASE("pointers: loaded ones are one if they were loaded from one address") {
  Fixture f;
  const BlockMemory::Key key{Space::Global, kLoadedAllocations};
  const Term i = f.index("i"), j = f.index("j");
  const Term a = f.graph.read(64, 0, i), b = f.graph.read(64, 0, j), other = f.graph.read(64, 1, i);
  const auto found = f.locate(f.graph.add(a, f.bytes(4)));
  REQUIRE(found.targets.size() == 1);
  CHECK(found.targets[0].allocation == kNoAllocation);
  CHECK(f.pointers.may_meet_in(key, a, f.graph.add(b, f.bytes(4))) == f.graph.eq(i, j));
  CHECK(f.graph.is_false(f.pointers.may_meet_in(key, a, other)));
  CHECK(f.pointers.is_of_known_memory(a));
  // Of what memory holds after a barrier, say, nothing is known.
  const Term forgotten = f.graph.read(64, kForgottenAllocations, i);
  CHECK(f.graph.is_true(f.pointers.may_meet_in(key, a, forgotten)));
  CHECK_FALSE(f.pointers.is_of_known_memory(forgotten));
}

TEST_CASE("pointers: what shared memory held is remembered") {
  Fixture f;
  const Term i = f.index("i");
  const Term a = f.graph.read(64, 0, i), b = f.graph.read(64, 1, i);
  f.pointers.note_loaded({Space::Shared, kNoAllocation, f.ops.yes(), f.ops.constant(64, 0)}, Lanes(a));
  f.pointers.note_loaded({Space::Global, 0, f.ops.yes(), f.ops.constant(64, 0)}, Lanes(b));
  CHECK(f.pointers.is_kept_in_shared(a));
  CHECK_FALSE(f.pointers.is_kept_in_shared(b));
}

// 3^60 ways lead through the choices: a walk along each of them does not end.
TEST_CASE("pointers: parts that many choices share are looked at once") {
  Fixture f;
  TermGraph& g = f.graph;
  Term word = g.read(32, 0, f.index("i"));
  const Term first = word;
  for (int k = 0; k < 60; ++k) {
    const Term halves[] = {g.extract(word, 15, 0), g.extract(word, 31, 16)};
    word = g.ite(g.var(1, "c" + std::to_string(k)), g.concat(halves), word);
  }
  f.pointers.note_loaded({Space::Shared, kNoAllocation, f.ops.yes(), f.ops.constant(64, 0)}, Lanes(word));
  CHECK(f.pointers.is_kept_in_shared(first));
  CHECK(f.pointers.is_kept_in_shared(word));
  CHECK_FALSE(f.pointers.is_kept_in_shared(f.index("j")));
}

TEST_CASE("pointers: those that may overlap share an allocation, as aligned as their accesses") {
  Fixture f(true);
  const Term p = f.parameter(0, Holds::Pointer), q = f.parameter(1, Holds::Pointer),
             r = f.parameter(2, Holds::Pointer);
  CHECK(f.locate(p).targets[0].allocation == kCommonAllocation);
  CHECK(f.locate(q).targets[0].allocation == kCommonAllocation);
  CHECK(f.locate(r).targets[0].allocation == 2);
  CHECK(f.pointers.buffers() == std::set<std::uint32_t>{2, kCommonAllocation});
  f.pointers.note_alignment(Lanes(f.graph.add(p, f.bytes(8))), f.ops.yes(), 4);
  f.context.assume(f.graph.lnot(f.pointers.take_broken_facts()));
  CHECK(f.graph.is_false(f.pointers.take_broken_facts()));
  const auto admits = [&](std::uint64_t at) {
    Substitute put(f.graph);
    put.map(p, f.bytes(at));
    put.map(q, f.bytes(allocation_base(kCommonAllocation)));
    return f.admits(put);
  };
  CHECK(admits(allocation_base(kCommonAllocation) + 12));
  CHECK_FALSE(admits(allocation_base(kCommonAllocation) + 2));
  CHECK_FALSE(admits(allocation_base(3)));
}

}  // namespace
}  // namespace warpproof::symbolic
