#include "src/concrete/cells.h"

#include <catch2/catch.hpp>

namespace warpproof {
namespace {

TEST_CASE("bytes are little endian and cross pages") {
  CellMemory memory;
  const std::uint64_t edge = CellMemory::kPageSize - 3;
  memory.write(edge, 8, 0x1122334455667788);
  CHECK(memory.read(edge, 8).bits == 0x1122334455667788);
  CHECK(memory.read(edge + 1, 2).bits == 0x6677);
  CHECK(memory.read(edge + 8, 4).bits == 0);
  CHECK(memory.read_bytes(edge, 2) == std::vector<std::uint8_t>{0x88, 0x77});
  CHECK(memory.pages() == std::vector<std::uint64_t>{0, CellMemory::kPageSize});
}

TEST_CASE("an unwritten byte is undefined only where memory has no default") {
  CellMemory global(true), shared(false);
  CHECK_FALSE(global.read(100, 4).unwritten);
  CHECK(shared.read(100, 4).unwritten);
  shared.write(100, 3, 0);
  CHECK(shared.read(100, 4).unwritten);
  shared.write(103, 1, 0);
  CHECK_FALSE(shared.read(100, 4).unwritten);
  shared.forget(101, 1);
  CHECK(shared.read(100, 4).unwritten);
  CHECK_FALSE(shared.read(102, 2).unwritten);
}

TEST_CASE("an origin stays with its bytes until they are overwritten or forgotten") {
  CellMemory memory(false);
  memory.write(0, 4, 7, 3);
  CHECK(memory.read(2, 4).origin == 3);
  memory.write(0, 2, 7);
  CHECK(memory.read(0, 2).origin == 0);
  CHECK(memory.read(0, 4).origin == 3);
  memory.forget(0, 8);
  CHECK(memory.read(0, 4).origin == 0);
  CHECK(memory.read(0, 4).unwritten);
}

TEST_CASE("a copy is independent") {
  CellMemory memory;
  memory.write(0, 4, 1, 2);
  CellMemory copy = memory;
  copy.write(0, 4, 9);
  CHECK(memory.read(0, 4).bits == 1);
  CHECK(memory.read(0, 4).origin == 2);
}

}  // namespace
}  // namespace warpproof
