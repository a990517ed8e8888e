#include "checker/symbolic/other_blocks.h"

#include <catch2/catch.hpp>

#include "src/program/lower.h"

namespace warpproof::symbolic {
namespace {

using Brings = OtherBlocks::Brings;

// One thread waits for another block and the barrier hands it to all; then a loop loads and stores.
struct Waits {
  Program program = load_ptx(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 p) {\n.reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n"
      "ld.param.u64 %rd1, [p];\n"
      "ld.volatile.global.u32 %r2, [%rd1+4];\nbar.sync 0;\n"
      "again: ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1+8], %r1;\n"
      "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra again;\nret;\n}\n",
      "k.ptx");
  Layout places = layout(program, 0);
  OtherBlocks others{program, places, true};
  const BlockMemory::Key key{Space::Global, 0}, another{Space::Global, 1};

  const Instruction& load() const {
    for (const Instruction& in : program.functions[0].code) {
      if (in.op == Opcode::Ld && !in.mod.is_volatile && in.mod.space == Space::Global) return in;
    }
    FAIL("no load");
    throw;
  }
  std::uint32_t block_of_load() const {
    const Function& f = program.functions[0];
    for (std::uint32_t b = 0; b < f.blocks.size(); ++b) {
      for (std::uint32_t i = f.blocks[b].first; i < f.blocks[b].last; ++i) {
        if (&f.code[i] == &load()) return b;
      }
    }
    FAIL("no block");
    throw;
  }
  Brings brings() const { return others.load(key, load().place); }
  void hear() {
    others.read_strongly();
    others.meet_block();
  }
};

}  // namespace

TEST_CASE_METHOD(
    Waits, "other blocks: before a strong read nothing is known of them, after the barrier one thing") {
  CHECK(brings() == Brings::AsFollowed);
  others.read_strongly();
  CHECK(brings() == Brings::AsFollowed);
  others.meet_block();
  CHECK(brings() == Brings::OneForAll);
}

TEST_CASE_METHOD(Waits, "other blocks: of what this block stores to, two loads may differ until it meets") {
  hear();
  others.store(another);
  CHECK(brings() == Brings::OneForAll);
  others.store(key);
  CHECK(brings() == Brings::Anything);
  others.meet_block();
  CHECK(brings() == Brings::OneForAll);
}

TEST_CASE_METHOD(Waits, "other blocks: a store to no one knows where is one to everything") {
  hear();
  others.store_anywhere();
  CHECK(brings() == Brings::Anything);
  others.meet_block();
  CHECK(brings() == Brings::OneForAll);
}

TEST_CASE_METHOD(Waits, "other blocks: an iteration comes after what others have stored") {
  const std::uint32_t head = block_of_load();
  hear();
  others.begin_iteration({&load()}, {another}, false, 0, head);
  CHECK(brings() == Brings::OneForAll);
  SECTION("there") {
    others.begin_iteration({&load()}, {key}, false, 0, head);
    CHECK(brings() == Brings::Anything);
  }
  SECTION("anywhere") {
    others.begin_iteration({&load()}, {}, true, 0, head);
    CHECK(brings() == Brings::Anything);
  }
}

}  // namespace warpproof::symbolic
