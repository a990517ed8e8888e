#include "src/base/race.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <functional>
#include <thread>

#include "src/base/apart.h"

namespace warpproof {
namespace {

using namespace std::chrono_literals;

// The bytes of a process that may make copies of itself; "failed" where there are none.
std::string result_of(const std::function<std::string()>& work, unsigned idle = 1,
                      std::chrono::milliseconds patience = 0ms) {
  IdleProcessors processors(idle, patience);
  const auto result = run_apart(
      [&] {
        IdleProcessors::use(&processors);
        return work();
      },
      std::chrono::steady_clock::now() + 60s);
  // Whatever came out of it, no processor is lost.
  unsigned left = 0;
  while (processors.take()) ++left;
  CHECK(left == idle);
  return result.outcome == ApartResult::Outcome::Finished ? result.bytes : "failed";
}

TEST_CASE("a copy whose guess was right ends the work in place of its original") {
  CHECK(result_of([] {
          const auto copy = RacingCopy::make();
          REQUIRE(copy != nullptr);
          if (copy->is_this()) return "copy, got " + copy->wait_for_original();
          copy->go_on("this");
          return std::string("original");
        }) == "copy, got this");
}

TEST_CASE("a copy whose guess was wrong is ended, whatever it does") {
  CHECK(result_of([]() -> std::string {
          const auto copy = RacingCopy::make();
          REQUIRE(copy != nullptr);
          while (copy->is_this()) std::this_thread::sleep_for(1s);
          return "original";
        }) == "original");
  CHECK(result_of([]() -> std::string {
          auto copy = RacingCopy::make();  // has not begun
          REQUIRE(copy != nullptr);
          if (copy->is_this()) return "copy";
          copy.reset();
          return "original";
        }, 1, 1h) == "original");
  // What waits for the answer is ended, too.
  CHECK(result_of([] {
          const auto copy = RacingCopy::make();
          REQUIRE(copy != nullptr);
          if (copy->is_this()) return copy->wait_for_original();
          std::this_thread::sleep_for(20ms);
          return std::string("original");
        }) == "original");
}

TEST_CASE("a copy may leave the rest to its original") {
  const std::string large(3'000'000, 'x');
  CHECK(result_of([&] {
          const auto copy = RacingCopy::make();
          REQUIRE(copy != nullptr);
          if (copy->is_this()) {
            const std::string more = copy->wait_for_original();
            copy->return_to_original(more + "y");
          }
          return copy->go_on(large).value_or("nothing");
        }) == large + "y");
}

TEST_CASE("an original whose copy fails goes on") {
  for (const bool by_signal : {false, true}) {
    CHECK(result_of([&] {
            const auto copy = RacingCopy::make();
            REQUIRE(copy != nullptr);
            if (copy->is_this()) {
              if (by_signal) ::raise(SIGKILL);
              ::_exit(1);
            }
            std::this_thread::sleep_for(20ms);
            return copy->go_on(std::string(1'000'000, 'x')).value_or("alone");
          }) == "alone");
  }
}

TEST_CASE("copies make copies, each of which may end the work") {
  const auto in_a_row = [](int copies) {
    int depth = 0;
    for (; depth < copies; ++depth) {
      const auto copy = RacingCopy::make();
      REQUIRE(copy != nullptr);
      if (copy->is_this()) {
        copy->wait_for_original();
        continue;
      }
      copy->go_on("");
      return std::string("original");
    }
    return std::to_string(depth);
  };
  CHECK(result_of([&] { return in_a_row(3); }) == "3");
}

TEST_CASE("without an idle processor, or where it is not said that copies may be made, there is none") {
  CHECK(result_of([] { return std::string(RacingCopy::make() == nullptr ? "none" : "copy"); }, 0) == "none");
  CHECK(RacingCopy::make() == nullptr);
}

}  // namespace
}  // namespace warpproof
