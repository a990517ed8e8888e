// Kernels on which the executor and the evaluator once disagreed, made small; and what the evaluator must say
// of them.
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/generated/compare.h"

namespace warpproof::generated {

namespace {

struct Case {
  std::string name;
  Settings settings;
  std::vector<std::string> lines;
  std::set<spec::Rule> errors;  // over all inputs
};

Settings block_of(std::uint32_t threads, int input_bits) {
  Settings s;
  s.block = threads;
  s.input_bits = input_bits;
  return s;
}

Settings lockstep() {
  Settings s;
  s.sm = 60;
  s.cuda_source = false;
  return s;
}

const std::vector<Case>& cases() {
  using spec::Rule;
  static const std::vector<Case> all = {
      {"votes of two points meet, and the answer for a lane comes from a lane that is at the other point for "
       "some inputs",
       block_of(4, 2),
       {"shfl.sync.up.b32 %v3, %v1, %v5, 512, %s0",
        "and.b32 %c0, %x, 1",
        "LOOP1:",
        "and.b32 %c1, %v3, 3",
        "mov.u32 %s2, %s1",
        "LOOP2:",
        "setp.ne.u32 %q1, %c1, 0",
        "sub.u32 %c1, %c1, 1",
        "@!%q1 bra DONE2",
        "mov.u32 %c2, 0",
        "mov.u32 %s3, %s2",
        "LOOP3:",
        "setp.ne.u32 %q2, %c2, 0",
        "sub.u32 %c2, %c2, 1",
        "vote.sync.ballot.b32 %s3, %q2, %s3",
        "@%q2 bra LOOP3",
        "bra LOOP2",
        "DONE2:",
        "setp.ne.u32 %q0, %c0, 0",
        "sub.u32 %c0, %c0, 1",
        "vote.sync.ballot.b32 %s1, %q0, %s1",
        "@%q0 bra LOOP1"},
       {}},
      {"two collectives that fire at once under masks of their own do not meet",
       block_of(4, 2),
       {"@!%p1 bra ELSE0", "vote.sync.ballot.b32 %s3, %p0, %s2", "@!%p0 bra ELSE1",
        "shfl.sync.up.b32 %v0|%p3, %v0, %v5, 768, %m3", "bra JOIN1", "ELSE1:", "xor.b32 %s3, %s3, %s2",
        "shfl.sync.up.b32 %v1, %lane, %v1, 768, %s3", "JOIN1:", "ELSE0:"},
       {}},
      {"an undefined operand of a barrier reduction makes the result undefined",
       block_of(8, 1),
       {"@!%p2 vote.sync.all.pred %p1, !%p3, %m3", "bar.red.popc.u32 %v0, 0, %p1", "add.u32 %v1, %v0, 1",
        "st.shared.u32 [%sa], %v1"},
       {Rule::MaskSelf, Rule::ValueTaintedUse, Rule::MaskMissing}},
      {"in lockstep a lane of another mask is there all the same",
       lockstep(),
       {"or.b32 %m1, %m1, 2", "shfl.sync.up.b32 %v0, %v1, %x, 0, %m1"},
       {Rule::MaskMismatch}},
      {"what lanes of the mask did before they exited is ordered",
       block_of(4, 2),
       {"st.shared.u32 [%sa], %v2", "@%p1 ret", "bar.warp.sync 15", "ld.shared.u32 %v0, [%sx]"},
       {}},
      {"a lane that left the loop went around its barrier, whether it is past before the others get there or "
       "not",
       block_of(8, 1),
       {"vote.sync.any.pred %p2, %p2, %s1", "and.b32 %c0, %v1, 1",
        "LOOP1:", "vote.sync.ballot.b32 %s2, %p0, %s1", "@!%p0 bra ELSE2", "bra JOIN2",
        "ELSE2:", "xor.b32 %s2, %s2, %s1", "vote.sync.all.pred %p2, !%p0, %s2", "JOIN2:", "@!%p2 bra ELSE4",
        "bar.sync 0", "ELSE4:", "setp.ne.u32 %q0, %c0, 0", "sub.u32 %c0, %c0, 1",
        "vote.sync.ballot.b32 %s1, %q0, %s1", "@%q0 bra LOOP1"},
       {Rule::BarrierDivergent, Rule::MaskMissing}},
      {"lanes that leave a loop a round before the others go around its barrier",
       block_of(8, 1),
       {"and.b32 %c0, %v1, 1", "LOOP1:", "bar.sync 0", "setp.ne.u32 %q0, %c0, 0", "sub.u32 %c0, %c0, 1",
        "@%q0 bra LOOP1"},
       {Rule::BarrierDivergent}},
      {"lanes that leave a loop together go around nothing",
       block_of(8, 1),
       {"mov.u32 %c0, 1", "LOOP1:", "bar.sync 0", "setp.ne.u32 %q0, %c0, 0", "sub.u32 %c0, %c0, 1",
        "@%q0 bra LOOP1"},
       {}},
      {"arriving at one side of a branch and waiting at the other splits a warp",
       block_of(8, 1),
       {"@!%p2 bra ELSE0", "bar.arrive 1, 8", "bra JOIN0", "ELSE0:", "bar.sync 1, 8", "JOIN0:"},
       {Rule::BarrierDivergent}},
      {"a counted barrier takes whole warps only",
       block_of(8, 1),
       {"@!%p3 bra ELSE0", "bra JOIN0", "ELSE0:", "bar.sync 2, 4",
        "JOIN0:", "vote.sync.ballot.b32 %s2, %p0, %s2"},
       {Rule::MaskMissing}},
      {"a barrier of the whole block with a count orders what lanes did that may have exited",
       block_of(8, 1),
       {"@!%p1 bra ELSE0", "st.shared.u32 [%sa], %x", "ret", "ELSE0:", "bar.sync 4, 8",
        "ld.shared.u32 %v0, [%sw]", "bar.sync 4, 8", "st.shared.u32 [%sa], %x"},
       {Rule::BarrierUnreached}},
      {"a warp that arrives hands over what its lanes did that have exited",
       block_of(8, 1),
       {"st.shared.u32 [%sa], %x", "@%p2 exit", "@!%pw bra ELSE0", "bar.arrive 3, 8", "bra JOIN0",
        "ELSE0:", "bar.sync 3, 8", "ld.shared.u32 %v3, [%sw]", "JOIN0:"},
       {}},
      {"what a lane does after it arrived and before it exits is handed over by nobody",
       block_of(8, 1),
       {"@!%pw bra ELSE0", "bar.arrive 3, 8", "st.shared.u32 [%sa], %x", "bra JOIN0",
        "ELSE0:", "bar.sync 3, 8", "ld.shared.u32 %v3, [%sw]", "JOIN0:"},
       {Rule::Race}},
      {"a store of several lanes to one word does not hide what one of them read there before",
       block_of(4, 2),
       {"setp.eq.u32 %p0, %lane, 0", "st.shared.u32 [%sa], %x", "bar.warp.sync 15",
        "@%p0 ld.shared.u32 %v2, [box]", "st.shared.u32 [box], %lane"},
       {Rule::MemoryImplicitWarpSync, Rule::StoreSameInstruction}},
      {"a store of several lanes to one word does not hide what one of them stored there before",
       block_of(4, 2),
       {"setp.eq.u32 %p0, %lane, 0", "@%p0 st.shared.u32 [box], %x", "st.shared.u32 [box], %lane"},
       {Rule::MemoryImplicitWarpSync, Rule::StoreSameInstruction}},
      {"a reduction and a plain wait of one generation, also when it never completes",
       block_of(8, 1),
       {"@!%p3 bra ELSE0", "bar.sync 0", "ELSE0:", "vote.sync.any.pred %p3, %p3, %s0", "@!%p3 bra ELSE2",
        "ELSE2:", "bar.red.and.pred %p2, 0, %p0"},
       {Rule::BarrierDivergent, Rule::BarrierRedMix, Rule::MaskMissing}},
      {"arrivals that nobody waits for complete for the inputs for which all come",
       block_of(8, 1),
       {"@!%p1 bra ELSE0", "bar.arrive 3, 8", "ELSE0:", "bar.sync 0", "@!%p1 bra ELSE1", "bar.arrive 3, 8",
        "ELSE1:"},
       {Rule::BarrierRearrive}},
      {"who arrived and went on does not know that all have come",
       block_of(8, 1),
       {"mov.u32 %c0, 1", "LOOP0:", "bar.arrive 3, 8", "setp.ne.u32 %q0, %c0, 0", "shr.u32 %c0, %c0, 1",
        "@%q0 bra LOOP0"},
       {Rule::BarrierRearrive}},
      {"a second arrival may come before the first is used up, whichever warp the schedule prefers",
       block_of(8, 1),
       {"@%pw bra GIVE", "bar.sync 1, 8", "bar.sync 1, 8", "bra JOIN", "GIVE:", "bar.arrive 1, 8",
        "bar.arrive 1, 8", "JOIN:"},
       {Rule::BarrierRearrive}},
      {"a second arrival that waits for who has seen the first one used up",
       block_of(8, 1),
       {"@%pw bra GIVE", "bar.sync 1, 8", "bar.arrive 2, 8", "bar.sync 1, 8", "bra JOIN",
        "GIVE:", "bar.arrive 1, 8", "bar.sync 2, 8", "bar.arrive 1, 8", "JOIN:"},
       {}},
      {"waiting where the own arrival is pending",
       block_of(8, 1),
       {"@!%pw bra ELSE0", "bar.arrive 1, 8", "ELSE0:", "bar.sync 1, 8"},
       {Rule::BarrierRearrive}},
      {"a generation of one warp is complete with its arrival, so that nobody comes between",
       block_of(8, 1),
       {"@%p3 ret", "@!%pw bra ELSE1", "bar.arrive 2, 4", "bra JOIN1", "ELSE1:", "bar.sync 2, 4", "JOIN1:"},
       {}},
      {"a generation may be complete for some inputs when a thread that is no part of it comes",
       block_of(12, 1),
       {"setp.lt.u32 %q9, %tid, 8", "@%p3 ret", "@!%q9 bra ELSE1", "bar.arrive 2, 8", "bra JOIN1",
        "ELSE1:", "bar.sync 2, 8", "JOIN1:"},
       {Rule::BarrierCount, Rule::BarrierUnreached}},
      {"three warps come to a barrier that counts two",
       block_of(12, 1),
       {"bar.sync 1, 8"},
       {Rule::BarrierCount, Rule::BarrierUnreached}},
      {"all warps come to a barrier that counts half of them, and all are released",
       block_of(16, 0),
       {"bar.sync 1, 8"},
       {Rule::BarrierCount}},
      {"some inputs bring more warps than the barrier counts",
       block_of(12, 1),
       {"bar.red.or.pred %p3, 0, %p3", "setp.lt.u32 %q9, %tid, 8", "or.pred %q9, %q9, %p3",
        "@%q9 bar.sync 1, 8"},
       {Rule::BarrierCount, Rule::BarrierUnreached}},
      {"other warps use a counted barrier once all have met",
       block_of(16, 0),
       {"setp.lt.u32 %q9, %tid, 8", "@%q9 bar.sync 1, 8", "bar.sync 0", "@!%q9 bar.sync 1, 8"},
       {}},
      {"others use a counted barrier after they met one of its warps",
       block_of(12, 1),
       {"setp.lt.u32 %q9, %tid, 8", "@%q9 bar.sync 1, 8", "setp.ge.u32 %q9, %tid, 4", "@%q9 bar.sync 2, 8",
        "@%q9 bar.sync 1, 8"},
       {}},
      {"what a warp learns after it arrived without waiting it tells nobody there",
       block_of(16, 0),
       {"shr.u32 %t0, %tid, 2", "setp.lt.u32 %q9, %t0, 2", "@%q9 bar.sync 1, 8", "setp.eq.u32 %q9, %t0, 2",
        "@%q9 bar.arrive 2, 8", "setp.eq.u32 %q9, %t0, 0", "setp.eq.or.u32 %q9, %t0, 2, %q9",
        "@%q9 bar.sync 3, 8", "setp.eq.u32 %q9, %t0, 3", "@%q9 bar.sync 2, 8", "setp.ge.u32 %q9, %t0, 2",
        "@%q9 bar.sync 1, 8"},
       {Rule::BarrierCount}},
      {"what a warp learns before it arrives without waiting it tells",
       block_of(16, 0),
       {"shr.u32 %t0, %tid, 2", "setp.lt.u32 %q9, %t0, 2", "@%q9 bar.sync 1, 8", "setp.eq.u32 %q9, %t0, 0",
        "setp.eq.or.u32 %q9, %t0, 2, %q9", "@%q9 bar.sync 3, 8", "setp.eq.u32 %q9, %t0, 2",
        "@%q9 bar.arrive 2, 8", "setp.eq.u32 %q9, %t0, 3", "@%q9 bar.sync 2, 8", "setp.ge.u32 %q9, %t0, 2",
        "@%q9 bar.sync 1, 8"},
       {}},
      {"an arrival before the generation tells nobody that it is complete",
       block_of(16, 0),
       {"shr.u32 %t0, %tid, 2", "setp.lt.u32 %q9, %t0, 2", "@%q9 bar.arrive 2, 12", "@%q9 bar.arrive 1, 8",
        "setp.eq.u32 %q9, %t0, 2", "@%q9 bar.sync 2, 12", "setp.ge.u32 %q9, %t0, 2", "@%q9 bar.sync 1, 8"},
       {Rule::BarrierCount}},
      {"all that took part have arrived since",
       block_of(16, 0),
       {"shr.u32 %t0, %tid, 2", "setp.lt.u32 %q9, %t0, 2", "@%q9 bar.arrive 1, 8", "@%q9 bar.arrive 2, 16",
        "setp.ge.u32 %q9, %t0, 2", "@%q9 bar.sync 2, 16", "@%q9 bar.sync 1, 8"},
       {}},
      {"warps that come at once complete a generation each",
       block_of(8, 1),
       {"bar.arrive 1, 4", "bar.sync 0", "bar.sync 1"},
       {}},
      {"one generation with two thread counts",
       block_of(8, 1),
       {"@!%pw bra ELSE0", "bar.arrive 1, 8", "bra JOIN0", "ELSE0:", "bar.sync 1, 4", "JOIN0:"},
       {Rule::BarrierCount}},
      {"lanes that wait alike may wait for different reasons",
       block_of(4, 1),
       {"setp.eq.u32 %q9, %lane, 0", "@%q9 bra DONE", "setp.eq.u32 %q9, %lane, 3", "@%q9 bra LAST",
        "vote.sync.ballot.b32 %v0, %p0, 7", "bra DONE", "LAST:", "vote.sync.ballot.b32 %v0, %p0, 12",
        "DONE:", "bar.sync 0"},
       {Rule::MaskMismatch, Rule::MaskMissing}},
      {"a store does not hide what its thread read before from a store of the same value",
       block_of(8, 1),
       {"setp.eq.u32 %q9, %tid, 0", "@!%q9 bra ELSE0", "ld.shared.u32 %v0, [box]", "st.shared.u32 [box], %v2",
        "bra JOIN0", "ELSE0:", "setp.eq.u32 %q9, %tid, 4", "@%q9 st.shared.u32 [box], %v2", "JOIN0:"},
       {Rule::Race}},
      {"stores of one value alone",
       block_of(8, 1),
       {"setp.eq.u32 %q9, %tid, 0", "@!%q9 bra ELSE0", "st.shared.u32 [box], %v2", "bra JOIN0",
        "ELSE0:", "setp.eq.u32 %q9, %tid, 4", "@%q9 st.shared.u32 [box], %v2", "JOIN0:"},
       {}},
  };
  return all;
}

}  // namespace

TEST_CASE("kernels that told executor and evaluator apart") {
  for (const Case& c : cases()) {
    DYNAMIC_SECTION(c.name) {
      Kernel kernel;
      kernel.settings = c.settings;
      kernel.statements.emplace_back().lines = c.lines;
      kernel.result = "%x";
      const Comparison each = compare_each_input(kernel);
      CHECK(each.difference == "");
      CHECK(each.rules == c.errors);
      const Comparison verdict = compare_verdict(kernel, false);
      CHECK(verdict.difference == "");
      CHECK((verdict.report.verdict == report::Verdict::Proved) == c.errors.empty());
    }
  }
}

}  // namespace warpproof::generated
