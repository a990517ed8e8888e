#include "checker/cli/jobs.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <vector>

namespace warpproof::cli {
namespace {

using Results = std::map<std::size_t, std::optional<std::string>>;

Results run(std::size_t count, unsigned at_once, const std::function<std::string(std::size_t)>& work) {
  Results out;
  run_jobs(count, at_once, work,
           [&](std::size_t k, std::optional<std::string> bytes) { CHECK(out.emplace(k, std::move(bytes)).second); });
  return out;
}

TEST_CASE("each piece of work is done once, whatever runs beside it") {
  for (const unsigned at_once : {1u, 3u, 50u}) {
    const Results results = run(20, at_once, [](std::size_t k) { return std::string(k * 10'000, 'x'); });
    REQUIRE(results.size() == 20);
    for (const auto& [k, bytes] : results) CHECK((bytes && bytes->size() == k * 10'000));
  }
  CHECK(run(0, 4, [](std::size_t) { return std::string(); }).empty());
}

TEST_CASE("a process that ends early, and one that takes all memory, leave the others alone") {
  const Results results = run(4, 2, [](std::size_t k) {
    if (k == 1) std::abort();
    if (k == 2) throw 1;
    return std::to_string(k);
  });
  REQUIRE(results.size() == 4);
  CHECK(results.at(0) == "0");
  CHECK(!results.at(1));
  CHECK(!results.at(2));
  CHECK(results.at(3) == "3");
}

TEST_CASE("what one piece of work changes no other one sees") {
  int number = 0;
  const Results results = run(5, 2, [&](std::size_t) { return std::to_string(++number); });
  for (const auto& [k, bytes] : results) CHECK(bytes == "1");
  CHECK(number == 0);
}

TEST_CASE("each number is taken once, by one thread or several") {
  for (const unsigned at_once : {0u, 1u, 3u, 100u}) {
    std::vector<std::atomic<int>> taken(20);
    in_parallel(taken.size(), at_once, [&](std::size_t k) { ++taken[k]; });
    for (const auto& n : taken) CHECK(n == 1);
  }
  in_parallel(0, 4, [](std::size_t) { FAIL(); });
}

}  // namespace
}  // namespace warpproof::cli
