// Side conditions of the checker's reasoning are noticed: without one of them some kernel that is broken is proved.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "checker/soundness_switches.h"
#include "tests/case_runner.h"

namespace warpproof {

namespace {

struct Attack {
  SideCondition off;
  std::string file;
};

// Found by //tests/attack:switches. In none of them do random runs matter: proofs are looked at alone.
const Attack kAttacks[] = {
    {SideCondition::LoopCellHolds, "tests/attack/conditions/step-changes-late-bug.cu"},
    {SideCondition::LoopCellUnchanged, "tests/attack/conditions/step-slips-once-bug.cu"},
    {SideCondition::LoopConditionEnters, "tests/attack/conditions/first-iteration-unasked-bug.cu"},
    {SideCondition::LoopConditionKept, "tests/attack/conditions/one-condition-of-two-bug.cu"},
    {SideCondition::LoopSecondIteration, "tests/cases/loops/behind-uniform-loop-bug.cu"},
    {SideCondition::CounterRises, "tests/attack/conditions/counter-passes-half-bug.cu"},
    {SideCondition::CounterCounts, "tests/attack/conditions/hash-wraps-around-bug.cu"},
    {SideCondition::CounterShrinks, "tests/attack/conditions/mask-widens-late-bug.cu"},
    {SideCondition::StrideKept, "tests/attack/conditions/negative-step-bug.cu"},
    {SideCondition::StrideLowBits, "tests/attack/conditions/low-bits-lost-late-bug.cu"},
    {SideCondition::LoopPointers, "tests/attack/conditions/pointer-changes-late-bug.cu"},
    {SideCondition::CountKept, "tests/attack/conditions/count-slips-late-bug.cu"},
    {SideCondition::CycleKept, "tests/attack/conditions/cycle-leaves-late-bug.cu"},
    {SideCondition::AdditionOwned, "tests/cases/atomics/key-slot-bug.cu"},
    {SideCondition::AdditionShared, "tests/cases/atomics/share-other-rank-bug.cu"},
    {SideCondition::AdditionZero, "tests/cases/atomics/slot-of-nothing-bug.cu"},
    {SideCondition::LockFreed, "tests/cases/atomics/lock-tried-bug.cu"},
    {SideCondition::CopyDone, "tests/cases/async/commit-in-branch-bug.cu"},
};

bool proved(const tests::LoadedCase& loaded) {
  const auto kernels = tests::check_case(loaded, {nullptr, false, 4});
  return kernels.size() == 1 && kernels.front().verdict == report::Verdict::Proved;
}

}  // namespace

TEST_CASE("a side condition that is turned off is noticed") {
  for (const Attack& attack : kAttacks) {
    CAPTURE(attack.file, kSideConditionNames[static_cast<std::size_t>(attack.off)]);
    const tests::LoadedCase loaded = tests::load_case(attack.file);
    soundness::asked = 0;
    CHECK_FALSE(proved(loaded));
    // Else turning it off would change nothing, and //tests/attack:switches would not try it.
    CHECK((soundness::asked >> static_cast<int>(attack.off) & 1) == 1);
    soundness::switched_off = static_cast<int>(attack.off);
    const bool wrong = proved(loaded);
    soundness::switched_off = soundness::kAllOn;
    CHECK(wrong);
  }
}

}  // namespace warpproof
