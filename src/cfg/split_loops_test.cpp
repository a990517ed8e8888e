#include "src/cfg/split_loops.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "src/cfg/cfg.h"
#include "src/cfg/program_for_test.h"

namespace warpproof {
namespace {

std::uint32_t only_head(const Function& f) {
  const FunctionGraph graph = analyse(f);
  REQUIRE(graph.loops.size() == 1);
  return static_cast<std::uint32_t>(graph.loops[0].head);
}

struct Marked {
  int chosen = 0, certain = 0;
};

Marked marked(const Function& f) {
  Marked out;
  for (const Block& b : f.blocks) {
    if (b.first == b.last) continue;
    out.chosen += f.code[b.last - 1].mod.chosen != Choice::None;
    out.certain += f.code[b.last - 1].mod.certain;
  }
  return out;
}

const std::string kCounting =
    "L: add.u32 %r2, %r2, %r1; add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, %r0; @%p0 bra L;";

TEST_CASE("split: several iterations as one, then the loop as it was") {
  Program p = program_of(kCounting);
  const std::uint32_t head = only_head(p.functions[0]);
  REQUIRE(split_loop(p, 0, head, 4, LoopRest::Loop));
  const Function& f = p.functions[0];
  const FunctionGraph graph = analyse(f);  // throws where a block is not reached
  REQUIRE(graph.loops.size() == 2);
  CHECK(graph.loops[0].parent == -1);
  CHECK(graph.loops[1].parent == -1);
  CHECK(marked(f).chosen == 2);   // into the first loop, and back again
  CHECK(marked(f).certain == 4);  // after each of its four iterations, where another one follows
}

TEST_CASE("split: the rest written out is no loop") {
  Program p = program_of(kCounting);
  REQUIRE(split_loop(p, 0, only_head(p.functions[0]), 4, LoopRest::Iterations));
  const Function& f = p.functions[0];
  CHECK(analyse(f).loops.size() == 1);
  CHECK(marked(f).chosen == 2);
  CHECK(marked(f).certain == 5);  // and that no iteration follows the three
}

TEST_CASE("split: the test after the first loop computes what it did, once more") {
  Program p = program_of(kCounting);
  REQUIRE(split_loop(p, 0, only_head(p.functions[0]), 2, LoopRest::Loop));
  const Function& f = p.functions[0];
  // Of the body only the comparison gives there what it gave: what it moves is moved.
  const auto is_test = [&](const Block& b) {
    return b.last - b.first == 2 && f.code[b.first].op == Opcode::Setp &&
           f.code[b.last - 1].op == Opcode::Bra && f.code[b.last - 1].mod.chosen == Choice::None &&
           !f.code[b.last - 1].mod.certain;
  };
  CHECK(std::count_if(f.blocks.begin(), f.blocks.end(), is_test) == 1);
}

TEST_CASE("split: a jump back in a block of its own, and a branch that leaves where it is taken") {
  Program p = program_of("L: add.u32 %r1, %r1, 1; setp.ge.u32 %p0, %r1, %r0; @%p0 bra X; bra.uni L; X:");
  REQUIRE(split_loop(p, 0, only_head(p.functions[0]), 3, LoopRest::Iterations));
  CHECK(analyse(p.functions[0]).loops.size() == 1);
  CHECK(marked(p.functions[0]).certain == 4);
}

TEST_CASE("split: loops that come back in two places stay as they are") {
  Program p = program_of(
      "L: add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 7; @%p0 bra L; setp.lt.u32 %p1, %r1, %r0; "
      "@%p1 bra L;");
  const auto blocks = p.functions[0].blocks.size();
  CHECK_FALSE(split_loop(p, 0, only_head(p.functions[0]), 4, LoopRest::Loop));
  CHECK_FALSE(split_loop(p, 0, 0, 4, LoopRest::Loop));
  CHECK(p.functions[0].blocks.size() == blocks);
}

}  // namespace
}  // namespace warpproof
