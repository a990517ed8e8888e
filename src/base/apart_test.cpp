#include "src/base/apart.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <thread>

namespace warpproof {
namespace {

using Outcome = ApartResult::Outcome;
using namespace std::chrono_literals;

auto in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

TEST_CASE("what the work returns comes back whole, and nothing else of it") {
  int here = 1;
  const std::string large(3'000'000, 'x');
  const auto result = run_apart(
      [&] {
        here = 2;
        return large;
      },
      in(60s));
  CHECK(result.outcome == Outcome::Finished);
  CHECK(result.bytes == large);
  CHECK(here == 1);
  CHECK(run_apart([] { return std::string(); }, in(60s)).outcome == Outcome::Finished);
}

TEST_CASE("work that does not end is killed") {
  const auto result = run_apart(
      []() -> std::string {
        while (true) std::this_thread::sleep_for(1s);
      },
      in(50ms));
  CHECK(result.outcome == Outcome::OutOfTime);
}

TEST_CASE("work that ends in any other way has failed") {
  const auto ends = [](const std::function<void()>& how) {
    return run_apart(
               [&] {
                 how();
                 return std::string("unsat");
               },
               in(60s))
        .outcome;
  };
  CHECK(ends([] { throw std::runtime_error("no"); }) == Outcome::Failed);
  CHECK(ends([] { std::terminate(); }) == Outcome::Failed);
  CHECK(ends([] { std::abort(); }) == Outcome::Failed);
  CHECK(ends([] { std::_Exit(0); }) == Outcome::Failed);
  CHECK(ends([] {}) == Outcome::Finished);
}

}  // namespace
}  // namespace warpproof
