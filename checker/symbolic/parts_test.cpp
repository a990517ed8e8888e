// Parts of an execution, each asked alone: the others are built, but nothing is executed.
#include <catch2/catch.hpp>
#include <string>

#include "checker/symbolic/all_parts.h"
#include "src/program/entry_for_test.h"
#include "src/program/lower.h"

namespace warpproof::symbolic {
namespace {

// Two threads of a kernel with a loop (its blocks in order: head, body, after it) and a call.
constexpr const char* kKernel = R"(.version 7.0
.target sm_80
.address_size 64
.func f(.param .b32 x)
{
.reg .b32 %r<2>;
ld.param.u32 %r1, [x];
ret;
}
.visible .entry k(.param .u32 n)
{
.reg .b32 %r<5>;
.reg .pred %p<2>;
ld.param.u32 %r1, [n];
mov.u32 %r2, 0;
LOOP:
setp.ge.u32 %p1, %r2, %r1;
@%p1 bra DONE;
add.u32 %r2, %r2, 1;
bra LOOP;
DONE:
{
.param .b32 a;
st.param.b32 [a], %r2;
call f, (a);
}
ret;
}
)";

struct Fixture {
  static ExecutorOptions two_threads() {
    ExecutorOptions out;
    out.shape.block = {2, 1, 1};
    return out;
  }
  // A strand at a block of the kernel.
  Strand at(std::uint32_t block, Lanes guard) {
    Strand out;
    Frame frame;
    frame.function = root;
    frame.block = block;
    frame.registers.resize(program.functions[root].registers.size() + 1);
    out.frames.push_back(std::move(frame));
    out.guard = std::move(guard);
    return out;
  }
  // Holds for the one thread and not for the other.
  Lanes one(int thread) {
    return Lanes::each({graph.truth(thread == 0), graph.truth(thread == 1)});
  }
  std::uint32_t loop_head() {
    const FunctionGraph& f = all.code.graph_of(root);
    return static_cast<std::uint32_t>(f.loops.front().head);
  }

  TermGraph graph;
  Program program = load_ptx(kKernel, "k.ptx");
  std::uint32_t root = entry_of(program);
  AllParts all{program, root, graph, two_threads(), [this](Term t) { return graph.is_false(t); }};
};

TEST_CASE("strands: those of one position become one, each thread with its own values") {
  Fixture f;
  const std::uint32_t head = f.loop_head();
  const auto& live = f.all.code.graph_of(f.root).live_in[head];
  const auto reg = static_cast<std::size_t>(std::find(live.begin(), live.end(), true) - live.begin());
  REQUIRE(reg < live.size());
  for (int t = 0; t < 2; ++t) {
    Strand s = f.at(head, f.one(t));
    s.top().registers[reg] = f.all.ops.defined(f.all.ops.constant(32, static_cast<std::uint64_t>(7 + t)), 32);
    f.all.strands.enter(std::move(s));
  }
  REQUIRE(f.all.strands.runnable.size() == 1);
  const Strand& joined = f.all.strands.runnable.begin()->second;
  for (int t = 0; t < 2; ++t) {
    CHECK(f.graph.is_true(joined.guard.at(t)));
    CHECK(joined.top().registers[reg].bits.at(t) == f.graph.constant(32, static_cast<std::uint64_t>(7 + t)));
  }
}

TEST_CASE("strands: nobody is no strand, and two halves of a guard are the whole again") {
  Fixture f;
  f.all.strands.enter(f.at(0, f.all.ops.no()));
  CHECK(f.all.strands.runnable.empty());
  const Term a = f.graph.var(1, "a"), b = f.graph.var(1, "b"), whole = f.graph.var(1, "whole");
  f.all.strands.note_split(Lanes(whole), Lanes(a), Lanes(b));
  CHECK(f.all.strands.unite(Lanes(b), Lanes(a)).at(0) == whole);
  CHECK(f.all.strands.unite(Lanes(a), Lanes(f.graph.var(1, "c"))).at(0) != whole);
}

TEST_CASE("code: what comes first runs first, and the head of a loop has a position in every iteration") {
  Fixture f;
  const std::uint32_t head = f.loop_head();
  const Strand here = f.at(head, f.all.ops.yes());
  CHECK(f.all.code.head_position(here, 1, head) == f.all.code.position_of(here));
  CHECK(f.all.code.position_of(f.at(0, f.all.ops.yes())) < f.all.code.position_of(here));
}

TEST_CASE("thread sets: who is given up makes the verdict unknown only where somebody is there") {
  Fixture f;
  f.all.thread_sets.cut = f.all.ops.no();
  f.all.thread_sets.give_up_threads(f.all.ops.no(), "nobody", 0);
  CHECK(f.all.record.unknowns.empty());
  const Term there = f.graph.var(1, "there");
  f.all.thread_sets.give_up_threads(Lanes(there), "some", 0);
  REQUIRE(f.all.record.unknowns.size() == 1);
  CHECK(f.all.record.unknowns[0].condition == there);
  CHECK(f.all.thread_sets.cut.at(1) == there);
  // Not followed further even where nobody can be.
  f.all.record.set_scope(f.graph.truth(false));
  f.all.thread_sets.give_up_threads(Lanes(f.graph.var(1, "other")), "out of scope", 0);
  CHECK(f.all.record.unknowns.size() == 1);
}

TEST_CASE("loop state: a loop without a plan is none, and one that failed has none any more") {
  LoopPlans plans;
  ExecutorOptions options = Fixture::two_threads();
  options.plans = &plans;
  TermGraph graph;
  const Program program = load_ptx(kKernel, "k.ptx");
  AllParts all{program, entry_of(program), graph, options, [&](Term t) { return graph.is_false(t); }};
  const Position head{1, 1, entry_of(program)};
  CHECK(all.loop_state.plan_at(head) == nullptr);
  plans[head] = {};
  CHECK(all.loop_state.plan_at(head) != nullptr);
  all.loop_state.abandon_plan(head, "why");
  CHECK(all.loop_state.plan_at(head) == nullptr);
  CHECK(all.loop_state.plans_changed);
}

TEST_CASE("loop cells: a register and bytes of private memory are written and read") {
  Fixture f;
  Strand s = f.at(0, f.all.ops.yes());
  const Value seven = f.all.ops.defined(f.all.ops.constant(32, 7), 32);
  const StateCell reg{true, 0, 32}, word{false, 16, 32};
  for (const StateCell& cell : {reg, word}) {
    f.all.loop_cells.write_cell(s, cell, seven);
    CHECK(f.all.loop_cells.read_cell(s, cell, 0).bits.at(1) == f.graph.constant(32, 7));
  }
}

TEST_CASE("loop cells: threads share an unknown by block, by warp or not at all") {
  Fixture f;
  const auto width = [&](Grain grain) {
    const Lanes l = f.all.loop_cells.unknowns_for(grain, 32, f.all.ops.yes(), 0);
    return l.at(0) == l.at(1);
  };
  CHECK(width(Grain::Block));
  CHECK(width(Grain::Warp));
  CHECK_FALSE(width(Grain::Lane));
}

}  // namespace
}  // namespace warpproof::symbolic
