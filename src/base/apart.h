// Work in a process of its own.
//
// Z3 looks at no clock in some of its phases (preprocessing of deep floating-point terms, taking down a large
// context), and past its limit of memory it throws from destructors, which ends the process. Whatever it does
// there must not end or hold up the checker.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace warpproof {

struct ApartResult {
  enum class Outcome { Finished, OutOfTime, Failed };  // Failed: the process ended in any other way
  Outcome outcome = Outcome::Failed;
  std::string bytes;  // Finished: what the work returned
};

// Runs `work` in a copy of this process, which is killed at `until` of real time; the largest is never. Where
// no process can be made, runs it here. May be called from several threads at once.
ApartResult run_apart(const std::function<std::string()>& work, std::chrono::steady_clock::time_point until);

}  // namespace warpproof
