// Changes of memory made by hand, held against claims that are right and wrong.
#include "checker/claims/number_monitor.h"

#include <catch2/catch.hpp>
#include <vector>

#include "src/machine/address_map.h"

namespace warpproof::claims {

namespace {

const std::uint64_t kWord = allocation_base(2) + 64;  // global
const std::vector<std::uint32_t> kCalls{1};
const InstructionAt kFirst{kCalls, 10}, kSecond{kCalls, 20}, kStore{kCalls, 30};

// One after the other, by the same thread, in no loop.
struct Step {
  std::uint32_t place;
  bool is_atomic = true;
  std::uint64_t address = kWord, iterations = 0;
  int bytes = 4;
};
Step store(std::uint64_t address = kWord, int bytes = 4) { return {30, false, address, 0, bytes}; }

std::optional<FailedNumbers> failure(const NumbersClaim& claim, const std::vector<Step>& steps, bool canonical = true) {
  const std::vector<NumbersClaim> claims{claim};
  NumberMonitor monitor(claims, canonical);
  for (const Step& s : steps)
    monitor.changes({kCalls, s.place, 3, s.iterations, s.address, s.bytes, s.is_atomic});
  return monitor.failed();
}

}  // namespace

TEST_CASE("additions alone keep every claim") {
  const NumbersClaim claim{Space::Global, 2, {kFirst, kSecond}, {{0, 1}, {0, 0}}, {}};
  CHECK_FALSE(failure(claim, {{10}, {20}, {10}, {20}}));
  CHECK_FALSE(failure(claim, {store(), {10}, {20}}));  // before the first one
  CHECK_FALSE(failure(claim, {{10}, store(kWord + 4), {20}, store(kWord - 4)}));
}

TEST_CASE("who may change a word is claimed") {
  NumbersClaim claim{Space::Global, 2, {kFirst, kSecond}, {{0, 0}}, {}};
  const auto failed = failure(claim, {{10}, store()});
  REQUIRE(failed);
  CHECK(failed->addition == 10);
  CHECK(failed->by == 30);
  CHECK(failed->thread == 3);
  CHECK_FALSE(failed->next);
  CHECK(failure(claim, {{10}, {40}}));                 // another atomic operation
  CHECK(failure(claim, {{10}, store(kWord + 3, 1)}));  // one byte of it
  CHECK(failure(claim, {{10}, store(kWord - 4, 8)}));
  CHECK_FALSE(failure(claim, {{20}, store()}));  // nothing rests on the second one's numbers
  claim.stores = {kStore};
  CHECK_FALSE(failure(claim, {{10}, store()}));
  claim.stores.clear();
  claim.allocation = 3;  // nothing is claimed of this word
  CHECK_FALSE(failure(claim, {{10}, store()}));
  claim.allocation = 2;
  claim.space = Space::Shared;
  CHECK_FALSE(failure(claim, {{10}, store()}));
}

TEST_CASE("a store between two additions makes their numbers equal, perhaps") {
  NumbersClaim claim{Space::Global, 2, {kFirst, kSecond}, {{0, 1}}, {kStore}};
  const auto failed = failure(claim, {{10}, store(), {20}});
  REQUIRE(failed);
  CHECK(failed->addition == 10);
  CHECK(failed->next == 20u);
  CHECK(failed->by == 30);
  CHECK(failure(claim, {{20}, store(), {10}}));
  CHECK_FALSE(failure(claim, {{10}, store(), {10}}));  // nothing is claimed of these two
  CHECK_FALSE(failure(claim, {{10}, store(kWord + 8), {20}}));
  CHECK_FALSE(failure(claim, {{10}, store(), {20, true, kWord + 4}}));       // of another word
  CHECK_FALSE(failure(claim, {{10}, store(), {20, true, kWord, 7}}));        // of another iteration
  CHECK(failure(claim, {{10, true, kWord, 7}, store(), {20, true, kWord, 7}}));
  claim.apart = {{0, 0}};
  CHECK(failure(claim, {{10}, store(), {10}}));
  CHECK_FALSE(failure(claim, {{10}, store(), {10}}, false));  // another schedule
}

}  // namespace warpproof::claims
