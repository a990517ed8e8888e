#include "src/concrete/cells.h"

#include <array>
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

TEST_CASE("rows are 32 words, across pages, and only of defined bytes") {
  CellMemory shared(false), global(true);
  std::array<std::uint32_t, 32> out{}, in{};
  for (std::uint32_t i = 0; i < 32; ++i) in[i] = i * 0x01010101u;
  const std::uint64_t start = CellMemory::kPageSize - 64;
  CHECK_FALSE(shared.read_row(start, 4, out.data()));
  CHECK(global.read_row(start, 4, out.data()));
  CHECK(out == std::array<std::uint32_t, 32>{});
  shared.write_row(start, 4, in.data());
  CHECK(shared.read_row(start, 4, out.data()));
  CHECK(out == in);
  CHECK(shared.read(start + 4 * 17, 4).bits == in[17]);
  CHECK_FALSE(shared.read_row(start + 4, 4, out.data()));
  shared.write(start + 8, 4, 5, 9);
  CHECK_FALSE(shared.read_row(start, 4, out.data()));
  shared.write_row(start, 4, in.data());
  CHECK(shared.read(start + 8, 4).origin == 0);
}

TEST_CASE("a view leaves its base alone, and knows what it read and wrote") {
  CellMemory base;
  base.write(8, 4, 0x11223344);
  CellMemory view(&base);
  CHECK(view.read(8, 2).bits == 0x3344);
  view.write(10, 4, 0xaabbccdd);
  CHECK(view.read(8, 8).bits == 0xaabbccdd3344);
  CHECK(base.read(8, 8).bits == 0x11223344);
  CHECK(view.read(4096, 4).bits == 0);
  int pages = 0;
  view.for_each_touched([&](std::uint64_t number, const CellMemory::Touched& touched) {
    ++pages;
    CHECK((number == 0 || number == 4096 / CellMemory::kPageSize));
    if (number != 0) return;
    CHECK(touched.written[0] == 0x3c00);
    CHECK(touched.read[0] == 0xc300);  // not what it had written itself
  });
  CHECK(pages == 2);
  base.absorb(view);
  CHECK(base.read(8, 8).bits == 0xaabbccdd3344);
}

TEST_CASE("a copy is independent") {
  CellMemory memory;
  memory.write(0, 4, 1, 2);
  CellMemory copy = memory;
  copy.write(0, 4, 9);
  CHECK(memory.read(0, 4).bits == 1);
  CHECK(memory.read(0, 4).origin == 2);
}

TEST_CASE("a watched memory knows whether it is what it was") {
  CellMemory memory(false);
  memory.write(8, 4, 7);
  memory.watch();
  CHECK_FALSE(memory.differs());
  memory.write(8, 4, 7);
  CHECK_FALSE(memory.differs());
  memory.write(10, 1, 1);
  CHECK(memory.differs());
  memory.write(10, 1, 0);
  CHECK_FALSE(memory.differs());
  // Zero where nothing was written is a change, and so is an undefined byte.
  memory.write(300, 1, 0);
  CHECK(memory.differs());
  memory.watch();
  memory.write(8, 1, 7, 3);
  CHECK(memory.differs());
  memory.watch();
  for (std::uint64_t i = 0; i <= CellMemory::kMostWatched; ++i) memory.write(1000 + i, 1, 5);
  CHECK(memory.differs());
  memory.stop_watching();
  CHECK_FALSE(memory.differs());
}

}  // namespace
}  // namespace warpproof
