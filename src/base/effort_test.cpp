#include "src/base/effort.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <optional>
#include <thread>

#include "src/base/effort_share.h"

namespace warpproof::effort {

using namespace std::chrono_literals;

TEST_CASE("the clock is moved by work alone") {
  const auto start = Clock::now();
  std::this_thread::sleep_for(2ms);
  CHECK(Clock::now() == start);
  charge(1'500);
  CHECK(Clock::now() - start == 1'500ns);
  spend(Work::Node);
  const auto one = Clock::now() - start - 1'500ns;
  CHECK(one > 0ns);
  spend(Work::Node, 3);
  CHECK(Clock::now() - start == 1'500ns + 4 * one);
}

TEST_CASE("ten times the effort lasts ten times as long, in a scope that is the first") {
  const Scope scope(10, 0);
  const auto start = Clock::now();
  const std::uint64_t before = spent();
  charge(10'000);
  CHECK(Clock::now() - start == 1'000ns);
  CHECK(spent() - before == 10'000);
  CHECK(units_of(1'000ns) == 10'000);
  {
    const Scope inner(1, 0);
    charge(10'000);
    CHECK(Clock::now() - start == 2'000ns);
  }
  CHECK_FALSE(scope.cut_short());
}

TEST_CASE("work past a share is taken back, so that what follows begins at one time") {
  for (const double effort : {1.0, 0.04, 0.333, 10.0}) {
    const Scope scope(effort, 0);
    std::optional<std::uint64_t> at;
    const auto until = Clock::now() + 12'345ns;
    for (const std::uint64_t past : {1, 1'000, 777'777}) {
      while (Clock::now() < until) charge(1);
      charge(past);
      take_back_to(until);
      CHECK(Clock::now() >= until);
      CHECK(Clock::now() - until < 25ns);  // one unit of the least effort here
      CHECK(spent() == at.value_or(spent()));
      at = spent();
    }
    take_back_to(until + 1s);  // is not moved on
    CHECK(spent() == at);
  }
}

TEST_CASE("the work of a thread is its own") {
  const std::uint64_t before = spent();
  std::uint64_t there = 0;
  std::jthread([&] {
    const std::uint64_t begin = spent();
    charge(77);
    there = spent() - begin;
  }).join();
  CHECK(there == 77);
  CHECK(spent() == before);
}

// Whatever looks at a deadline ends, one that was set after the end included.
TEST_CASE("past its time a check finds every deadline over") {
  const Scope scope(1, 1e-6);
  std::this_thread::sleep_for(1ms);
  const auto far = Clock::now() + 10min;
  const std::uint64_t before = spent();
  while (!scope.cut_short()) charge(1'000);
  CHECK(spent() - before < 100'000'000);
  CHECK(Clock::now() > far);
  const auto later = Clock::now() + 10min;
  CHECK(Clock::now() > later);
  CHECK(milliseconds_until_stop() == 0);
}

TEST_CASE("a check that was stopped by time leaves nothing for the next one") {
  {
    const Scope scope(1, 1e-6);
    stop_by_time();
    CHECK(scope.cut_short());
  }
  const Scope next(1, 0);
  CHECK_FALSE(next.cut_short());
  CHECK_FALSE(milliseconds_until_stop().has_value());
  const auto start = Clock::now();
  CHECK(Clock::now() == start);
}

}  // namespace warpproof::effort
