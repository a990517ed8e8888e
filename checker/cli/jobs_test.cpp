#include "checker/cli/jobs.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

namespace warpproof::cli {
namespace {

using Results = std::map<std::size_t, std::optional<std::string>>;

Results run(std::size_t count, unsigned at_once, const std::function<std::string(std::size_t)>& work) {
  Results out;
  std::atomic<std::size_t> next = 0;
  run_pieces(at_once, [&]() -> std::optional<Piece> {
    const std::size_t k = next++;
    if (k >= count) return std::nullopt;
    return Piece{{}, [&, k] { return work(k); }, [&, k](std::optional<std::string> bytes) {
                   CHECK(out.emplace(k, std::move(bytes)).second);
                 }};
  });
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

TEST_CASE("pieces of this process are made by one thread or several, at most so many at a time") {
  for (const unsigned at_once : {0u, 1u, 3u, 100u}) {
    std::vector<std::atomic<int>> made(20);
    std::atomic<std::size_t> next = 0;
    std::atomic<unsigned> at_work = 0, most = 0;
    run_pieces(at_once, [&]() -> std::optional<Piece> {
      const std::size_t k = next++;
      if (k >= made.size()) return std::nullopt;
      return Piece{[&, k] {
                     const unsigned now = ++at_work;
                     unsigned before = most;
                     while (before < now && !most.compare_exchange_weak(before, now)) {
                     }
                     ++made[k];
                     --at_work;
                   },
                   {},
                   {}};
    });
    for (const auto& n : made) CHECK(n == 1);
    CHECK(most <= std::max(at_once, 1u));
  }
}

TEST_CASE("a piece may wait for what another one finds out") {
  for (const unsigned at_once : {1u, 2u, 5u}) {
    std::mutex mutex;
    std::condition_variable changed;
    int left = 3, at_work = 0;  // each makes way for a process
    std::vector<int> ready;
    Results out;
    const auto next = [&]() -> std::optional<Piece> {
      std::unique_lock lock(mutex);
      while (true) {
        if (!ready.empty()) {
          const int k = ready.back();
          ready.pop_back();
          return Piece{{}, [k] { return std::to_string(k); }, [&, k](std::optional<std::string> bytes) {
                         out.emplace(static_cast<std::size_t>(k), std::move(bytes));
                       }};
        }
        if (left > 0) {
          const int k = left--;
          ++at_work;
          return Piece{[&, k] {
                         const std::lock_guard inner(mutex);
                         ready.push_back(k);
                         --at_work;
                         changed.notify_all();
                       },
                       {},
                       {}};
        }
        if (at_work == 0) return std::nullopt;
        changed.wait(lock);
      }
    };
    run_pieces(at_once, next);
    CHECK(out == Results{{1, "1"}, {2, "2"}, {3, "3"}});
  }
}

}  // namespace
}  // namespace warpproof::cli
