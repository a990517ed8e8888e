#include "tests/attack/mutants.h"

#include <catch2/catch.hpp>
#include <algorithm>
#include <set>
#include <string>

#include "checker/check.h"
#include "src/program/lower.h"

namespace warpproof::attack {

namespace {

constexpr const char* kKernel = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u32 n)
{
  .reg .u32 %n, %t, %x;
  .reg .pred %p;
  .shared .align 4 .b8 s[256];
  .reg .u64 %a, %b;
  ld.param.u32 %n, [n];
  mov.u32 %t, %tid.x;
  mov.u32 %x, 1;
  setp.lt.u32 %p, %t, %n;
  @%p bra THEN;
  mov.u32 %x, 2;
THEN:
  mul.wide.u32 %a, %t, 4;
  mov.u64 %b, s;
  add.u64 %a, %a, %b;
  st.shared.u32 [%a], %x;
  bar.sync 0;
  ld.shared.u32 %x, [s+4];
  ret;
}
)";

report::Verdict verdict_of(const Program& program) {
  CheckOptions options;
  options.block = BlockRequest{false, 1, {64, 1, 1}, "64"};
  options.cuda_source = false;
  return check_kernel(program, 0, options).verdict;
}

}  // namespace

TEST_CASE("mutants: single changes, of which some break a safe kernel") {
  const Program program = load_ptx(kKernel, "k.ptx");
  REQUIRE(verdict_of(program) == report::Verdict::Proved);
  std::set<std::string> kinds, refuted;
  for (const Mutant& m : mutants_of(program)) {
    kinds.insert(m.kind);
    if (verdict_of(m.program) == report::Verdict::Violation) refuted.insert(m.kind);
  }
  for (const char* kind : {"barrier removed", "barrier under a condition", "offset of an access"}) {
    INFO(kind);
    CHECK(kinds.contains(kind));
  }
  CHECK(refuted.contains("barrier removed"));
  CHECK(refuted.contains("barrier under a condition"));
}

// The end is a block of its own where something branches to it.
TEST_CASE("mutants: a branch leaves the function before the barrier") {
  std::string text = kKernel;
  text.replace(text.find("  ret;"), 6, "  setp.eq.u32 %p, %x, 0;\n  @%p bra END;\n  mov.u32 %x, 3;\nEND:\n  ret;");
  const Program program = load_ptx(text, "k.ptx");
  REQUIRE(verdict_of(program) == report::Verdict::Proved);
  int early = 0, refuted = 0;
  for (const Mutant& m : mutants_of(program)) {
    if (m.kind != "early return") continue;
    ++early;
    refuted += verdict_of(m.program) == report::Verdict::Violation ? 1 : 0;
  }
  CHECK(early >= 1);
  CHECK(refuted >= 1);
}

}  // namespace warpproof::attack
