// Side conditions of the checker's reasoning, each of which a test can turn off.
//
// A proof takes a step because something was checked first. `holds_or_off(SideCondition::X, checked)` stands
// where that is, and is just `checked`, but for tests/attack, which turns one condition off and must then
// find a wrong proof: a condition that no attack notices is either needless or not attacked. Nothing but a
// test calls turn_off(); no option or input reaches it.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace warpproof {

// X(name, what is taken for granted without it)
// clang-format off
#define WARPPROOF_SIDE_CONDITIONS(X) \
  X(LoopLeftTogether, "lanes that entered a loop leave it in one iteration") \
  X(LoopCellHolds, "a value of the state is of the form claimed when the iteration ends") \
  X(LoopEntersAlike, "threads that share a value in a loop enter it with one value") \
  X(LoopCellUnchanged, "a value without a claim is what it was when the iteration began") \
  X(LoopArrivals, "no barrier arrival outlasts an iteration") \
  X(LoopPointers, "what a loop carries is no other pointer than is claimed") \
  X(LoopWords, "shared words hold at the end of an iteration what they held before the loop") \
  X(LoopForgetsWritten, "memory that iterations store to holds what it held before the loop") \
  X(LoopConditionEnters, "what is asked at the end of iterations holds of all who enter the loop") \
  X(LoopConditionKept, "what is asked at the end of an iteration holds of all who come back") \
  X(LoopSecondIteration, "accesses of two iterations do not race") \
  X(LoopMeets, "the whole block meets in each iteration") \
  X(LoopCopiesOutlast, "copies of an iteration are done when it ends") \
  X(ComparedLoopLeft, "threads that enter a loop of both programs leave it by a way out") \
  X(LoopExits, "lanes that left earlier hold what the others held at the head") \
  X(CounterRises, "a counter does not pass the largest signed number") \
  X(CounterCounts, "whatever a loop moves on is a counter of it, which does not wrap around") \
  X(CounterShrinks, "a value that is halved or masked stays at most what it was") \
  X(StrideKept, "all threads move a counter on by one positive number") \
  X(StrideLowBits, "low bits that are 0 in what an iteration adds are 0 in what the next one adds") \
  X(CountKept, "a counter moves on by its step in each iteration") \
  X(CycleKept, "a number cycles as its table says") \
  X(AdditionSmall, "additions do not wrap a counter around") \
  X(AdditionInterval, "numbers of one interval between resets are compared only with their own") \
  X(AdditionOwned, "an index is below what its own addition took") \
  X(AdditionElements, "elements are no smaller than what is accessed of them") \
  X(AdditionShared, "two numbers come from different additions, or have different ranks") \
  X(AdditionZero, "an addition of 0 owns its number") \
  X(SharedCounterReached, "no store reaches a counter in shared memory") \
  X(WarpBarrierAll, "all lanes take part in a barrier of a warp") \
  X(BarrierUncertain, "threads took part in a barrier that they may have gone around") \
  X(ArrivalKnows, "who arrives hands over what it learns later") \
  X(RaceSuperseded, "an access that another one covers is ordered before it") \
  X(RaceMeets, "what comes before a barrier matters no more, whether it took place or not") \
  X(LockFreed, "a lock is freed only by who holds it") \
  X(LockFenced, "fences stand at both ends of a critical section") \
  X(LockHeld, "an access lies before the lock is given back") \
  X(FlagReleased, "a fence stands before what raises a flag") \
  X(FlagAcquired, "a fence follows what reads a flag") \
  X(CopyDone, "a wait completes every copy")
// clang-format on

enum class SideCondition : std::uint8_t {
#define X(name, text) name,
  WARPPROOF_SIDE_CONDITIONS(X)
#undef X
};
inline constexpr std::string_view kSideConditionNames[] = {
#define X(name, text) #name,
    WARPPROOF_SIDE_CONDITIONS(X)
#undef X
};
inline constexpr std::string_view kSideConditionTexts[] = {
#define X(name, text) text,
    WARPPROOF_SIDE_CONDITIONS(X)
#undef X
};

namespace soundness {

inline constexpr int kAllOn = -1;
inline int switched_off = kAllOn;
// A bit for each condition that did not hold, or whose answer is not known here. Where the bit is 0, the outcome is the same
// with the condition off; nothing but a test reads it.
inline std::uint64_t asked = 0;
static_assert(std::size(kSideConditionNames) <= 64);

}  // namespace soundness

inline bool is_off(SideCondition c) {
  soundness::asked |= std::uint64_t{1} << static_cast<int>(c);
  return soundness::switched_off == static_cast<int>(c);
}
inline bool holds_or_off(SideCondition c, bool checked) { return checked || is_off(c); }

}  // namespace warpproof
