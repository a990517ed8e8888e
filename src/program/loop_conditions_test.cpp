#include "src/program/loop_conditions.h"

#include <catch2/catch.hpp>
#include <string>

#include "src/cfg/program_for_test.h"

namespace warpproof {
namespace {

// In words, by names of registers: "%r1 < %r0 signed".
std::vector<std::string> conditions(const std::string& body) {
  const Program program = program_of(body);
  const Function& f = program.functions[0];
  const FunctionGraph graph = analyse(f);
  std::vector<std::string> out;
  for (const auto& loop : graph.loops) {
    for (const LoopCondition& c : conditions_of_loop(program, f, graph, loop.head)) {
      const auto side = [&](const LoopCondition::Side& s) {
        using Kind = LoopCondition::Side::Kind;
        if (s.kind == Kind::Register) return f.registers[s.number].name;
        const std::string number = std::to_string(s.number);
        return s.kind == Kind::Number ? number : program.variables[s.variable].name + "+" + number;
      };
      out.push_back(side(c.less) + (c.or_equal ? " <= " : " < ") + side(c.more) + (c.is_signed ? " signed" : ""));
    }
  }
  return out;
}

using Words = std::vector<std::string>;

TEST_CASE("loop conditions: the comparison that sends threads back") {
  CHECK(conditions("L: add.s32 %r1, %r1, 1; setp.lt.s32 %p0, %r1, %r0; @%p0 bra L;") == Words{"%r1 < %r0 signed"});
  CHECK(conditions("L: add.s32 %r1, %r1, 1; setp.ge.u32 %p0, %r1, 7; @!%p0 bra L;") == Words{"%r1 < 7"});
  CHECK(conditions("L: add.s32 %r1, %r1, 1; setp.gt.u32 %p0, %r1, 7; @%p0 bra L;") == Words{"7 < %r1"});
  // Who does not leave goes back.
  CHECK(conditions("L: add.s32 %r1, %r1, 1; setp.gt.s32 %p0, %r1, %r0; @%p0 bra X; bra L; X:") ==
        Words{"%r1 <= %r0 signed"});
}

TEST_CASE("loop conditions: of what is copied to a register for the next iteration") {
  CHECK(conditions("L: add.s32 %r2, %r1, 1; setp.lt.s32 %p0, %r2, %r0; mov.u32 %r1, %r2; @%p0 bra L;") ==
        Words{"%r1 < %r0 signed"});
  // Nothing at the head holds what was compared.
  CHECK(conditions("L: add.s32 %r2, %r1, 1; add.s32 %r1, %r1, 2; setp.lt.s32 %p0, %r2, %r0; @%p0 bra L;").empty());
}

TEST_CASE("loop conditions: of what is loaded from private memory") {
  const std::string start = ".local .align 4 .b8 depot[8]; L: ld.local.u32 %r2, [depot+4]; add.s32 %r3, %r2, 1; "
                            "st.local.u32 [depot+4], %r3; ";
  CHECK(conditions(start + "ld.local.u32 %r4, [depot+4]; setp.lt.s32 %p0, %r4, 9; @%p0 bra L;") ==
        Words{"depot+4 < 9 signed"});
  CHECK(conditions(start + "ld.local.s16 %r4, [depot+4]; setp.lt.s32 %p0, %r4, 9; @%p0 bra L;").empty());
  CHECK(conditions(start + "ld.global.u32 %r4, [4]; setp.lt.s32 %p0, %r4, 9; @%p0 bra L;").empty());
}

TEST_CASE("loop conditions: none but plain comparisons of integers") {
  CHECK(conditions("L: add.s32 %r1, %r1, 1; setp.ne.s32 %p0, %r1, %r0; @%p0 bra L;").empty());
  CHECK(conditions("L: add.s32 %r1, %r1, 1; setp.lt.f32 %p0, %r1, %r0; @%p0 bra L;").empty());
  CHECK(conditions("setp.eq.s32 %p1, %r0, 3; L: add.s32 %r1, %r1, 1; setp.lt.and.s32 %p0, %r1, %r0, %p1; @%p0 bra L;")
            .empty());
  CHECK(conditions("setp.eq.s32 %p1, %r0, 3; L: add.s32 %r1, %r1, 1; @%p1 setp.lt.s32 %p0, %r1, %r0; @%p0 bra L;")
            .empty());
}

TEST_CASE("loop conditions: numbers with a sign and without") {
  LoopCondition c;
  c.is_signed = true;
  CHECK(c.holds(0xffffffff, 0));
  CHECK_FALSE(c.holds(0, 0));
  c.or_equal = true;
  CHECK(c.holds(0, 0));
  c.is_signed = false;
  CHECK_FALSE(c.holds(0xffffffff, 0));
  CHECK(c.holds(0x500000001, 0x900000002));  // 32 bits count
  c.width = 64;
  c.is_signed = true;
  CHECK(c.holds(~std::uint64_t{0}, 5));
}

}  // namespace
}  // namespace warpproof
