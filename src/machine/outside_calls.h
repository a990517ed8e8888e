// Functions without a body in PTX that mean something here.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpproof {

enum class OutsideCall {
  None,        // unknown
  Print,       // vprintf
  AssertFail,  // what the C library's assert calls when it fails: the thread stops
  Assume,      // warpproof::assume (include/warpproof.h)
  AssertThat,  // warpproof::assert_that
  GridMeeting,  // a barrier of the whole grid begins here (src/frontend/prelude)
  AnyWord,      // any word; in runs the one that it is given (src/frontend/prelude)
};

// By the name in PTX; those of warpproof.h are mangled, or plain where PTX is written by hand.
constexpr OutsideCall outside_call(std::string_view name) {
  if (name == "vprintf") return OutsideCall::Print;
  if (name == "__assertfail" || name == "__assert_fail" || name == "__warpproof_assertfail")
    return OutsideCall::AssertFail;
  if (name == "_ZN9warpproof6assumeEb" || name == "__warpproof_assume") return OutsideCall::Assume;
  if (name == "_ZN9warpproof11assert_thatEb" || name == "__warpproof_assert_that")
    return OutsideCall::AssertThat;
  if (name == "__warpproof_grid_meeting") return OutsideCall::GridMeeting;
  if (name == "__warpproof_any") return OutsideCall::AnyWord;
  return OutsideCall::None;
}

// What AnyWord is given, and gives: one word.
constexpr std::uint64_t kAnyWordBytes = 4;

}  // namespace warpproof
