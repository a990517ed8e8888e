// A wrong proof, made by turning a side condition off, is taken back: runs show that what it rests on does not hold.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "checker/soundness_switches.h"
#include "tests/case_runner.h"

namespace warpproof {

namespace {

struct Off {
  explicit Off(SideCondition c) { soundness::switched_off = static_cast<int>(c); }
  ~Off() { soundness::switched_off = soundness::kAllOn; }
};

struct Attack {
  SideCondition off;
  std::string file, claim;  // a part of the text of what does not hold
};

// No run on random inputs breaks a rule in any of them: only its claims tell the proof to be wrong.
const Attack kAttacks[] = {
    {SideCondition::LoopEntersAlike, "tests/cases/unproved/shrinks-from-apart.cu",
     "m never exceeds what it was before the loop, and is the same in all"},
    {SideCondition::LoopLeftTogether, "tests/cases/loops/counters-of-two-strides-ok.cu",
     "all threads of the block that enter it leave it in the same iteration"},
    {SideCondition::LoopLeftTogether, "tests/cases/loops/behind-warp-loop-ok.cu",
     "all threads of the block that enter it leave it in the same iteration"},
    {SideCondition::LoopCellUnchanged, "tests/cases/loops/any-loop-ok.cu",
     "of private memory stays what it was before the loop"},
    {SideCondition::AdditionInterval, "tests/attack/conditions/interval-forgotten-ok.cu", "nothing else changes it before the addition at"},
};

}  // namespace

TEST_CASE("a claim that fails in a run takes the proof back, and is told") {
  for (const Attack& attack : kAttacks) {
    CAPTURE(attack.file);
    const tests::LoadedCase loaded = tests::load_case(attack.file);
    const Off off(attack.off);
    const auto unchecked = tests::check_case(loaded, {nullptr, CheckOptions::Runs::None});
    REQUIRE(unchecked.size() == 1);
    REQUIRE(unchecked.front().verdict == report::Verdict::Proved);
    const auto checked = tests::check_case(loaded);
    REQUIRE(checked.size() == 1);
    CHECK(checked.front().verdict == report::Verdict::Unknown);
    CHECK(checked.front().holds_for.empty());
    CHECK(std::any_of(checked.front().unknown.begin(), checked.front().unknown.end(), [&](const auto& why) {
      return why.reason.find("internal error: ") == 0 && why.reason.find(" is false in a run") != std::string::npos &&
             why.reason.find(attack.claim) != std::string::npos;
    }));
  }
}

// Runs must not find claims false that the proof does not make.
TEST_CASE("a right proof is not taken back") {
  for (const char* name : {"entered-in-the-middle", "counters-in-turn", "number-after-barrier", "counter-exchanged",
                           "counter-met-rarely"}) {
    CAPTURE(name);
    const auto kernels = tests::check_case(tests::load_case(std::string("tests/attack/conditions/") + name + "-ok.cu"));
    REQUIRE(kernels.size() == 1);
    CHECK(kernels.front().verdict == report::Verdict::Proved);
  }
}

}  // namespace warpproof
