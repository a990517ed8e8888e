#include "src/concrete/read_only_monitor.h"

#include <catch2/catch.hpp>

using warpproof::concrete::ReadOnlyMonitor;

namespace {

ReadOnlyMonitor::Access access(std::uint32_t thread, std::uint64_t address, int bytes, std::uint32_t block = 0) {
  return {block, thread, address, bytes, thread + 100, 0};
}

}  // namespace

TEST_CASE("a store after a read-only load of the word, and before one") {
  ReadOnlyMonitor m;
  CHECK_FALSE(m.load(access(1, 1024, 4)));
  CHECK_FALSE(m.load(access(2, 1024, 4)));
  const auto loaded = m.store(access(3, 1024, 4));
  REQUIRE(loaded);
  CHECK(loaded->thread == 1);
  CHECK_FALSE(m.store(access(3, 2048, 4)));
  const auto stored = m.load(access(3, 2048, 4));  // its own
  REQUIRE(stored);
  CHECK(stored->thread == 3);
  CHECK(stored->place == 103);
}

TEST_CASE("bytes beside each other are apart; wide accesses cross the border of a page") {
  ReadOnlyMonitor m;
  CHECK_FALSE(m.store(access(0, 1021, 1)));
  CHECK_FALSE(m.load(access(0, 1022, 2)));
  CHECK_FALSE(m.load(access(0, 1020, 1)));
  CHECK_FALSE(m.store(access(1, 4096 + 256 - 8, 4)));
  CHECK_FALSE(m.store(access(1, 4096 + 256 + 4, 4)));
  CHECK_FALSE(m.load(access(2, 4096 + 256 - 4, 8)));
  CHECK(m.store(access(3, 4096 + 256, 1)));
}

TEST_CASE("an access of the same block is named first") {
  ReadOnlyMonitor m;
  CHECK_FALSE(m.store(access(1, 1024, 4, 7)));
  CHECK_FALSE(m.store(access(2, 1028, 4, 3)));
  const auto stored = m.load(access(5, 1024, 8, 3));
  REQUIRE(stored);
  CHECK(stored->block == 3);
  CHECK(stored->thread == 2);
}
