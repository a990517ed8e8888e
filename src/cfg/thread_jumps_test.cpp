#include "src/cfg/thread_jumps.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/cfg/cfg.h"
#include "src/cfg/edit_blocks.h"
#include "src/cfg/program_for_test.h"
#include "src/cfg/skip_loop.h"

namespace warpproof {
namespace {

std::size_t branching(const Function& f) {
  std::size_t out = 0;
  for (std::uint32_t b = 0; b < f.blocks.size(); ++b) out += branches(f, b);
  return out;
}

// while (r1 < n && r1 < 5) ++r1, as it is without an optimiser.
std::string loop_of_two_tests(const std::string& otherwise) {
  return "L: setp.lt.u32 %p0, %r1, %r0; mov.pred %p1, " + otherwise +
         "; @!%p0 bra T; setp.lt.u32 %p1, %r1, 5; T: @!%p1 bra X; add.u32 %r1, %r1, 1; bra L; X:";
}

// Where those go for whom the first test fails, beyond blocks that only lead on.
std::uint32_t after_failing(const Function& f) {
  const FunctionGraph graph = analyse(f);  // throws where a block is not reached
  REQUIRE(graph.loops.size() == 1);
  auto b = static_cast<std::uint32_t>(graph.loops[0].head);
  REQUIRE(branches(f, b));
  for (b = f.code[f.blocks[b].last - 1].targets.front(); f.blocks[b].successors.size() == 1;)
    b = f.blocks[b].successors.front();
  return b;
}

TEST_CASE("threaded: who knows the condition is led past its test") {
  const Program before = program_of(loop_of_two_tests("0"));
  CHECK(branching(before.functions[0]) == 2);
  CHECK(branches(before.functions[0], after_failing(before.functions[0])));
  const Program after = thread_jumps(before);
  const Function& g = after.functions[0];
  CHECK(g.blocks[after_failing(g)].successors.empty());  // out of the loop, to the end
}

TEST_CASE("threaded: a condition that leads on leads on") {
  const Program after = thread_jumps(program_of(loop_of_two_tests("1")));
  CHECK(branches(after.functions[0], after_failing(after.functions[0])));  // in the loop, at its head again
}

TEST_CASE("threaded: what is not known stays as it is") {
  for (const char* set : {"%p2", "%p3"}) {
    const Program before = program_of(loop_of_two_tests(set));
    CHECK(thread_jumps(before).functions[0].blocks.size() == before.functions[0].blocks.size());
  }
  // Set by some only.
  const Program some = program_of(
      "L: setp.lt.u32 %p0, %r1, %r0; @%p0 mov.pred %p1, 0; @!%p0 bra T; add.u32 %r2, %r2, 1; T: @!%p1 bra X; "
      "add.u32 %r1, %r1, 1; bra L; X:");
  CHECK(thread_jumps(some).functions[0].blocks.size() == some.functions[0].blocks.size());
}

const std::string kByFourThenByOne =
    "A: add.u32 %r2, %r1, 4; setp.gt.u32 %p0, %r2, %r0; @%p0 bra B; mov.u32 %r1, %r2; bra A;"
    "B: setp.ge.u32 %p1, %r1, %r0; @%p1 bra X; add.u32 %r1, %r1, 1; bra B; X:";

TEST_CASE("skipped: the first of two loops is never begun, the second stays") {
  Program p = program_of(kByFourThenByOne);
  const auto heads = loops_with_a_follower(p.functions[0]);
  REQUIRE(heads.size() == 1);
  REQUIRE(skip_loop(p, 0, heads.front()));
  const FunctionGraph graph = analyse(p.functions[0]);
  CHECK(graph.loops.size() == 1);
  CHECK(loops_with_a_follower(p.functions[0]).empty());
}

TEST_CASE("skipped: a loop that is tested after its body makes one iteration") {
  Program p = program_of("L: add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, %r0; @%p0 bra L;");
  REQUIRE(skip_loop(p, 0, static_cast<std::uint32_t>(analyse(p.functions[0]).loops.at(0).head)));
  CHECK(analyse(p.functions[0]).loops.empty());
}

}  // namespace
}  // namespace warpproof
