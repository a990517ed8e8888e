// Asynchronous copies: which of them a wait completes, and which bytes they read.
#include "spec/async_copy.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <deque>

#include "src/machine/scalar_domain.h"

namespace warpproof {
namespace {

ScalarDomain d;
using Word = ScalarWord<32>;

TEST_CASE("wait_group leaves the latest groups pending, as a queue of groups says", "[async]") {
  constexpr std::uint32_t kCommits = 6;
  for (std::uint32_t wanted = 0; wanted <= kCommits + 1; ++wanted) {
    std::deque<std::uint32_t> pending;
    for (std::uint32_t g = 0; g < kCommits; ++g) pending.push_back(g);
    while (pending.size() > wanted) pending.pop_front();
    for (std::uint32_t group = 0; group <= kCommits; ++group) {  // the last one is not closed
      const bool stays = group == kCommits || (!pending.empty() && group >= pending.front());
      CHECK(spec::async_wait_covers(d, Word{group}, Word{kCommits}, Word{wanted}).value == !stays);
    }
  }
}

TEST_CASE("async.source-size: no more is read than written; the rest of the destination is 0", "[async]") {
  for (const std::uint32_t copied : {4u, 8u, 16u}) {
    for (std::uint32_t size = 0; size <= 20; ++size) {
      CHECK(spec::async_source_size_is_legal(d, Word{size}, Word{copied}).value == (size <= copied));
      for (std::uint32_t i = 0; i < copied; ++i) {
        CHECK(spec::async_byte_is_copied(d, Word{i}, Word{size}, d.truth(false)).value == (i < size));
        CHECK_FALSE(spec::async_byte_is_copied(d, Word{i}, Word{size}, d.truth(true)).value);
      }
    }
  }
}

}  // namespace
}  // namespace warpproof
