#include "checker/launch/sizes.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace warpproof::launch;

namespace {

// Describes the sizes for which `bad` is false.
template <class Bad>
SizeVerdict describe_bad(std::uint32_t step, Bad bad) {
  std::uint32_t smallest = 0;
  for (std::uint32_t n = kLargestBlock / step * step; n > 0; n -= step) {
    if (bad(n)) smallest = n;
  }
  return describe(step, smallest, [&](std::uint32_t multiple, std::uint32_t low, std::uint32_t high) {
    for (std::uint32_t n = low; n <= high; ++n) {
      if (n % multiple == 0 && n % step == 0 && bad(n)) return false;
    }
    return true;
  });
}

TEST_CASE("a block is within .reqntid and .maxntid") {
  warpproof::Function kernel;
  CHECK(allows_block(kernel, {1024, 1, 1}));
  CHECK_FALSE(allows_block(kernel, {1024, 2, 1}));
  kernel.maximum_block = {16, 4, 0};
  CHECK(largest_block(kernel) == 64);
  CHECK(allows_block(kernel, {2, 32, 1}));
  CHECK_FALSE(allows_block(kernel, {65, 1, 1}));
  kernel.required_block = {32, 2, 1};
  CHECK(allows_block(kernel, {32, 2, 1}));
  CHECK_FALSE(allows_block(kernel, {64, 1, 1}));
}

}  // namespace

TEST_CASE("sizes: partial warps are bad") {
  const auto v = describe_bad(1, [](std::uint32_t n) { return n % 32 != 0; });
  CHECK(v.holds_for == "block % 32 == 0");
  CHECK(v.violated_for == "block 1");
}

TEST_CASE("sizes: small blocks are bad") {
  const auto v = describe_bad(1, [](std::uint32_t n) { return n < 40; });
  CHECK(v.holds_for == "block % 64 == 0");
}

TEST_CASE("sizes: all but few whole warps are bad") {
  const auto v = describe_bad(1, [](std::uint32_t n) { return n % 32 != 0 || n > 128; });
  CHECK(v.holds_for == "block % 32 == 0 and block <= 128");
}

TEST_CASE("sizes: every size is bad") {
  const auto v = describe_bad(1, [](std::uint32_t) { return true; });
  CHECK(v.holds_for.empty());
  CHECK(v.violated_for == "block 1");
}

TEST_CASE("sizes: large blocks are bad") {
  const auto v = describe_bad(32, [](std::uint32_t n) { return n > 512; });
  CHECK(v.holds_for == "block % 32 == 0 and block < 544");
}

TEST_CASE("sizes: lists name runs") {
  CHECK(list_sizes({}).empty());
  CHECK(list_sizes({32, 64, 96}) == "block 32-96 in steps of 32");
  CHECK(list_sizes({1, 2, 3, 40}) == "block 1-3, 40");
  CHECK(list_sizes({7}) == "block 7");
}

TEST_CASE("sizes: everything asked for") {
  CHECK(all_sizes(1, 1024) == "every block size from 1 to 1024");
  CHECK(all_sizes(32, 1024) == "block % 32 == 0");
  CHECK(all_sizes(32, 256) == "block % 32 == 0 and block <= 256");
}
