// Code of a library means the same in place of its calls as called.
#include <catch2/catch.hpp>
#include <string>

#include "src/concrete/run_ptx.h"
#include "src/program/lower.h"

namespace warpproof::testing {
namespace {

// Steps of a Collatz sequence, by a loop with a branch; -1 for 0, from a return of its own.
const std::string kSteps =
    ".func (.param .b32 r) steps(.param .b32 a) {\n.reg .pred %p<4>; .reg .b32 %r<9>;\n.loc 2 1 1\n"
    "ld.param.u32 %r1, [a];\nmov.u32 %r2, 0;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra head;\n"
    "st.param.b32 [r], -1;\nret;\n"
    "head: setp.eq.u32 %p1, %r1, 1;\n@%p1 bra done;\nand.b32 %r3, %r1, 1;\nsetp.eq.u32 %p2, %r3, 0;\n@%p2 "
    "bra even;\n"
    "mad.lo.u32 %r1, %r1, 3, 1;\nbra next;\neven: shr.u32 %r1, %r1, 1;\nnext: add.u32 %r2, %r2, 1;\nbra "
    "head;\n"
    "done: st.param.b32 [r], %r2;\nret;\n}\n";

// The value of the lane above, by a shuffle of all lanes, and the number of steps that both take.
const std::string kPair =
    ".func (.param .b32 r) pair(.param .b32 a) {\n.reg .pred %p<2>; .reg .b32 %r<9>;\n.loc 2 20 1\n"
    "ld.param.u32 %r1, [a];\nshfl.sync.down.b32 %r2|%p1, %r1, 1, 31, -1;\n"
    "call (%r3), steps, (%r1);\ncall (%r4), steps, (%r2);\nadd.u32 %r5, %r3, %r4;\n"
    "st.param.b32 [r], %r5;\nret;\n}\n";

// The same through a local variable.
const std::string kKept =
    ".func (.param .b32 r) kept(.param .b32 a) {\n.local .align 4 .b8 depot[4]; .reg .b32 %r<9>;\n.loc 2 30 "
    "1\n"
    "ld.param.u32 %r1, [a];\nst.local.u32 [depot], %r1;\ncall (%r2), steps, (%r1);\nld.local.u32 %r3, "
    "[depot];\n"
    "add.u32 %r2, %r2, %r3;\nst.param.b32 [r], %r2;\nret;\n}\n";

// All of them in a loop, some for half of the lanes.
const std::string kBody =
    ".loc 1 5 1\nmov.u32 %r10, 0;\nmov.u32 %r11, 0;\n"
    "again: add.u32 %r12, %r0, %r11;\n.loc 1 6 1\ncall (%r13), pair, (%r12);\nadd.u32 %r10, %r10, %r13;\n"
    "setp.lt.u32 %p0, %r0, 13;\n@%p0 bra over;\n.loc 1 7 1\ncall (%r14), steps, (%r12);\n"
    "mad.lo.u32 %r10, %r10, 5, %r14;\nover: .loc 1 8 1\ncall (%r15), kept, (%r10);\nxor.b32 %r10, %r10, "
    "%r15;\n"
    "add.u32 %r11, %r11, 1;\nsetp.lt.u32 %p1, %r11, 5;\n@%p1 bra again;\n"
    "st.global.u32 [%rd2], %r10;\nret;\n";

TEST_CASE("a library's code means the same where it is called as in functions") {
  const std::string text =
      kernel_text(kBody, kSteps + kPair + kKept) + ".file 1 \"k.cu\"\n.file 2 \"lib.h\"\n";
  Run run;
  const RunResult called = run_text(text, run);
  run.is_library = [](const std::string& file) { return file == "lib.h"; };
  const RunResult inlined = run_text(text, run);
  const Program program = load_ptx(text, "k.ptx", run.is_library);
  REQUIRE_FALSE(program.find("steps")->has_body);
  CHECK(called.outcome == RunResult::Outcome::Finished);
  CHECK(inlined.outcome == RunResult::Outcome::Finished);
  CHECK(output(called, 32) == output(inlined, 32));
  CHECK(output(called, 32)[31] != output(called, 32)[30]);
  CHECK(rules_at(inlined, spec::Level::Error).empty());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    run.schedule = seed;
    CHECK(output(run_text(text, run), 32) == output(called, 32));
  }
}

}  // namespace
}  // namespace warpproof::testing
