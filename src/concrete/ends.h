// Ways in which a run ends before its threads do, thrown by whoever notices and caught by Machine::run_some().
#pragma once

#include <cstdint>
#include <string>

namespace warpproof::concrete {

// The outcome is Unknown.
struct Stop {
  std::string what;
  std::uint32_t place;
};

// What a kernel assumes does not hold.
struct OutsideAssumptions {
  std::uint32_t place = 0;
};

// A thread's assertion or trap ends the launch.
struct LaunchEnded {};

}  // namespace warpproof::concrete
