// Side conditions of the checker's reasoning are noticed: without one of them some kernel that is broken is proved.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "checker/cli/input.h"
#include "checker/soundness_switches.h"
#include "tests/case_runner.h"
#include "tests/equivalence/pair_case.h"

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
    {SideCondition::LoopLeftTogether, "tests/attack/conditions/loop-left-apart-bug.cu"},
    {SideCondition::LoopEntersAlike, "tests/attack/conditions/loop-entered-apart-bug.cu"},
    {SideCondition::LoopArrivals, "tests/attack/conditions/loop-arrivals-bug.cu"},
    {SideCondition::LoopWords, "tests/attack/conditions/loop-word-late-bug.cu"},
    {SideCondition::LoopForgetsWritten, "tests/attack/conditions/loop-stores-late-bug.cu"},
    {SideCondition::LoopMeets, "tests/attack/conditions/loop-unmet-bug.cu"},
    {SideCondition::LoopCopiesOutlast, "tests/attack/conditions/loop-copy-late-bug.cu"},
    {SideCondition::LoopExits, "tests/attack/conditions/loop-exits-bug.cu"},
    {SideCondition::AdditionSmall, "tests/attack/conditions/addition-negative-bug.cu"},
    {SideCondition::AdditionElements, "tests/attack/conditions/addition-elements-bug.cu"},
    {SideCondition::SharedCounterReached, "tests/attack/conditions/counter-reached-bug.cu"},
    {SideCondition::WarpBarrierAll, "tests/attack/conditions/warp-all-bug.cu"},
    {SideCondition::BarrierUncertain, "tests/attack/conditions/barrier-uncertain-bug.cu"},
    {SideCondition::ArrivalKnows, "tests/attack/conditions/arrival-knows-bug.cu"},
    {SideCondition::RaceSuperseded, "tests/attack/conditions/race-superseded-bug.cu"},
    {SideCondition::RaceMeets, "tests/attack/conditions/race-meets-bug.cu"},
    {SideCondition::LockFenced, "tests/attack/conditions/lock-unfenced-bug.cu"},
    {SideCondition::LockHeld, "tests/attack/conditions/lock-after-bug.cu"},
    {SideCondition::FlagReleased, "tests/attack/conditions/flag-unreleased-bug.cu"},
    {SideCondition::FlagAcquired, "tests/attack/conditions/flag-unacquired-bug.cu"},
    {SideCondition::AdditionInterval, "tests/cases/atomics/counter-reset-in-loop-bug.cu"},
    {SideCondition::AdditionOwned, "tests/cases/atomics/key-slot-bug.cu"},
    {SideCondition::AdditionShared, "tests/cases/atomics/share-other-rank-bug.cu"},
    {SideCondition::AdditionZero, "tests/cases/atomics/slot-of-nothing-bug.cu"},
    {SideCondition::LockFreed, "tests/cases/atomics/lock-tried-bug.cu"},
    {SideCondition::CopyDone, "tests/cases/async/commit-in-branch-bug.cu"},
};

// Of `equiv`: a loop that threads of one program may end in, and those of the other one may not.
constexpr const char* kPairs = "tests/equivalence/cases/ends_in_loop.cu";

bool proved(const tests::LoadedCase& loaded) {
  const auto kernels = tests::check_case(loaded, {nullptr, CheckOptions::Runs::None, 4});
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

// The runs that test what a proof rests on know nothing of how it was found: they take back many of these wrong proofs. The others
// need a key that nothing in the program names, more iterations than the runs have, or a run that keeps a listed assumption.
TEST_CASE("runs take wrong proofs back") {
  using enum SideCondition;
  const std::set<SideCondition> shown{
      LoopCellHolds,    LoopCellUnchanged, LoopSecondIteration, CounterRises,         AdditionOwned,  AdditionElements,
      AdditionShared,   AdditionZero,      LockFreed,           SharedCounterReached, WarpBarrierAll, BarrierUncertain,
      ArrivalKnows,     RaceSuperseded,    RaceMeets,           LockHeld,             CopyDone};
  for (const Attack& attack : kAttacks) {
    if (!shown.contains(attack.off)) continue;
    CAPTURE(attack.file, kSideConditionNames[static_cast<std::size_t>(attack.off)]);
    const tests::LoadedCase loaded = tests::load_case(attack.file);
    soundness::switched_off = static_cast<int>(attack.off);
    const auto kernels = tests::check_case(loaded, {nullptr, CheckOptions::Runs::OfProofs, 4});
    soundness::switched_off = soundness::kAllOn;
    REQUIRE(kernels.size() == 1);
    CHECK(kernels.front().verdict != report::Verdict::Proved);
    CHECK(std::any_of(kernels.front().unknown.begin(), kernels.front().unknown.end(),
                      [](const auto& why) { return why.reason.starts_with("internal error: "); }));
  }
}

TEST_CASE("so is the one of comparisons") {
  const auto pairs = tests::parse_pairs(cli::read_file(kPairs), kPairs);
  const auto pair = std::find_if(pairs.begin(), pairs.end(), [](const auto& p) { return p.a == "ends" && p.b == "reads"; });
  REQUIRE(pair != pairs.end());
  tests::PairCase wrong = *pair;
  wrong.expect = equivalence::Verdict::Equivalent;
  CHECK_FALSE(tests::run_pair(wrong).difference.empty());
  soundness::switched_off = static_cast<int>(SideCondition::ComparedLoopLeft);
  const std::string report = tests::run_pair(wrong).report;
  soundness::switched_off = soundness::kAllOn;
  INFO(report);
  CHECK(report.find(": equivalent bit for bit") != std::string::npos);
}

// Runs that test a proof know the numbers that the kernels compare with.
TEST_CASE("a wrong proof of a comparison is taken back by runs") {
  const auto pairs = tests::parse_pairs(cli::read_file(kPairs), kPairs);
  const auto pair = std::find_if(pairs.begin(), pairs.end(), [](const auto& p) { return p.a == "ends_at" && p.b == "reads"; });
  REQUIRE(pair != pairs.end());
  tests::PairCase unchecked = *pair;
  unchecked.options.check.runs = CheckOptions::Runs::None;
  soundness::switched_off = static_cast<int>(SideCondition::ComparedLoopLeft);
  const std::string wrong = tests::run_pair(unchecked).report, report = tests::run_pair(*pair).report;
  soundness::switched_off = soundness::kAllOn;
  INFO(wrong << report);
  CHECK(wrong.find(": equivalent bit for bit") != std::string::npos);
  CHECK(report.find(": DIFFERENT for block 32") != std::string::npos);
  CHECK(report.find("internal error: the proof that the two are equivalent overlooked this difference") != std::string::npos);
}

TEST_CASE("each side condition has an attack") {
  for (int c = 0; c < static_cast<int>(std::size(kSideConditionNames)); ++c) {
    INFO(kSideConditionNames[c]);
    const bool has_one = std::any_of(std::begin(kAttacks), std::end(kAttacks), [&](const Attack& a) { return static_cast<int>(a.off) == c; });
    CHECK((has_one || c == static_cast<int>(SideCondition::ComparedLoopLeft)));
  }
}

// Else an attack could be unproved for what has nothing to do with its error.
TEST_CASE("without its error an attack is proved") {
  for (const std::string& file : tests::find_cases({"tests/attack/conditions"})) {
    if (!file.ends_with("-ok.cu")) continue;
    INFO(file);
    CHECK(proved(tests::load_case(file)));
  }
}

}  // namespace warpproof
