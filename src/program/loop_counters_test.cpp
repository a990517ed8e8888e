#include "src/program/loop_counters.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "src/cfg/cfg.h"
#include "src/program/lower.h"

namespace warpproof {
namespace {

// Of the one loop of a kernel with these statements: is %r1 a counter, is it compared for equality?
struct Found {
  bool counts = false, is_compared = false;
};
Found of_r1(const std::string& statements) {
  const Program program = load_ptx(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 a, .param .u32 n) {\n.local .align 8 .b8 depot[16];\n"
      ".reg .b64 %rd<9>;\n.reg .b32 %r<9>;\n.reg .pred %p<4>;\n.reg .b16 %rs<3>;\n.reg .f32 %f<4>;\n"
      "ld.param.u64 %rd1, [a];\nld.param.u32 %r8, [n];\nmov.u32 %r1, 0;\nmov.u32 %r7, 0;\n" +
          statements + "ret;\n}\n",
      "k.ptx");
  const Function& f = program.functions[0];
  const FunctionGraph graph = analyse(f);
  REQUIRE(graph.loops.size() == 1);
  const LoopCounters found = counters_of_loop(program, f, graph.loops[0].blocks);
  const auto is_r1 = [&](const Source& s) { return s.kind == Source::Kind::Register && f.registers[s.index].name == "%r1"; };
  return {std::any_of(found.counters.begin(), found.counters.end(), is_r1),
          std::any_of(found.compared_for_equality.begin(), found.compared_for_equality.end(), is_r1)};
}

TEST_CASE("what decides by its size whether a thread leaves the loop is a counter") {
  CHECK(of_r1("again: add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, %r8;\n@%p1 bra again;\n").counts);
  CHECK(of_r1("again: setp.ge.u32 %p1, %r1, %r8;\n@%p1 bra out;\nadd.s32 %r1, %r1, 4;\nbra again;\nout: ").counts);
  CHECK(of_r1("again: add.s32 %r1, %r1, 1;\nadd.s32 %r2, %r1, 3;\nsetp.lt.s32 %p1, %r2, %r8;\nsetp.eq.u32 %p2, %r7, 1;\n"
              "and.pred %p3, %p1, %p2;\n@%p3 bra again;\n")
            .counts);
  CHECK(of_r1("again: st.local.u32 [depot], %r1;\nadd.s32 %r1, %r1, 1;\nld.local.u32 %r2, [depot];\n"
              "setp.lt.s32 %p1, %r2, %r8;\n@%p1 bra again;\n")
            .counts);
}

TEST_CASE("what an address is a sum of is a counter") {
  const std::string end = "add.s32 %r7, %r7, 1;\nsetp.lt.s32 %p1, %r7, %r8;\n@%p1 bra again;\n";
  CHECK(of_r1("again: mul.wide.s32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nld.global.u32 %r2, [%rd3];\n"
              "add.s32 %r1, %r1, 32;\n" +
              end)
            .counts);
}

TEST_CASE("other values are no counters") {
  const std::string end = "add.s32 %r7, %r7, 1;\nsetp.lt.s32 %p1, %r7, %r8;\n@%p1 bra again;\n";
  // compared within the loop only, and with a remainder of it, or its bits, in an address
  CHECK_FALSE(of_r1("again: add.s32 %r1, %r1, 0x39000000;\nsetp.gt.u32 %p2, %r1, 5;\n@%p2 bra over;\n"
                    "st.global.u32 [%rd1], %r7;\nover: " +
                    end)
                  .counts);
  CHECK_FALSE(of_r1("again: add.s32 %r1, %r1, 0x39000000;\nshr.u32 %r2, %r1, 28;\nmul.wide.u32 %rd2, %r2, 4;\n"
                    "add.s64 %rd3, %rd1, %rd2;\nld.global.u32 %r3, [%rd3];\n" +
                    end)
                  .counts);
  // mapped to an index: its high word, a part of it, as a floating-point number; or not as a signed number
  for (const char* mapped : {"mul.hi.u32 %r2, %r1, 64;\ncvt.u64.u32 %rd2, %r2;\n", "cvt.u16.u32 %rs1, %r1;\ncvt.u64.u16 %rd2, %rs1;\n",
                             "cvt.rn.f32.u32 %f1, %r1;\nmul.f32 %f2, %f1, 0f2F800000;\ncvt.rzi.s64.f32 %rd2, %f2;\n",
                             "shl.b32 %r2, %r1, 8;\ncvt.s64.s32 %rd2, %r2;\n", "cvt.u64.u32 %rd2, %r1;\n",
                             "st.local.u32 [depot], %r1;\nld.local.u8 %rd2, [depot];\n"}) {
    CAPTURE(mapped);
    CHECK_FALSE(of_r1(std::string("again: ") + mapped + "add.s64 %rd3, %rd1, %rd2;\nld.global.u32 %r3, [%rd3];\n"
                      "add.s32 %r1, %r1, 0x39000000;\n" + end)
                    .counts);
  }
  const Found equal = of_r1("again: add.s32 %r1, %r1, 3;\nsetp.ne.u32 %p1, %r1, %r8;\n@%p1 bra again;\n");
  CHECK_FALSE(equal.counts);
  CHECK(equal.is_compared);
}

}  // namespace
}  // namespace warpproof
