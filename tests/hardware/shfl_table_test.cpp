// The definition of shfl.sync against what an H200 did, for every combination of the operand bits that
// matter.
#include <zlib.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "spec/shfl.h"
#include "src/machine/scalar_domain.h"

namespace warpproof {
namespace {

constexpr std::size_t kEntries = 4 * 1024 * 32 * 32;

std::vector<std::uint8_t> read_table(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  REQUIRE(file != nullptr);
  std::vector<std::uint8_t> table(kEntries + 1);
  const int read = gzread(file, table.data(), static_cast<unsigned>(table.size()));
  gzclose(file);
  REQUIRE(read == static_cast<int>(kEntries));
  table.resize(kEntries);
  return table;
}

// The byte that the definition gives for an entry of the table.
std::uint8_t defined_entry(std::size_t index) {
  constexpr std::array<spec::ShflMode, 4> kModes = {spec::ShflMode::Up, spec::ShflMode::Down,
                                                    spec::ShflMode::Bfly, spec::ShflMode::Idx};
  ScalarDomain d;
  const auto lane = d.constant<5>(index % 32);
  const auto b = d.constant<32>(index / 32 % 32);
  const std::uint64_t cval = index / (32 * 32) % 32;
  const std::uint64_t segmask = index / (32 * 32 * 32) % 32;
  const auto c = d.constant<32>(segmask << 8 | cval);
  const auto source = spec::shfl_source(d, kModes[index / (32 * 32 * 1024)], lane, b, c);
  return static_cast<std::uint8_t>(source.lane.value | (source.in_range.value ? 32u : 0u));
}

std::string describe(std::size_t index, int recorded, int defined) {
  constexpr std::array<const char*, 4> kNames = {"up", "down", "bfly", "idx"};
  const auto entry = [](int e) {
    return "lane " + std::to_string(e & 31) + (e & 32 ? " in range" : " out of range");
  };
  return std::string("shfl.sync.") + kNames[index / (32 * 32 * 1024)] + " lane " +
         std::to_string(index % 32) + " b " + std::to_string(index / 32 % 32) + " cval " +
         std::to_string(index / 1024 % 32) + " segmask " + std::to_string(index / 32768 % 32) +
         ": the H200 read " + entry(recorded) + ", spec/shfl.h says " + entry(defined);
}

TEST_CASE("shfl.sync agrees with the H200 in all 4,194,304 recorded entries", "[shfl][hardware]") {
  const std::vector<std::uint8_t> table = read_table("tests/hardware/h200_shfl.bin.gz");
  std::size_t wrong = 0;
  std::string first;
  for (std::size_t index = 0; index < table.size(); ++index) {
    const std::uint8_t defined = defined_entry(index);
    if (defined == table[index]) continue;
    if (wrong++ == 0) first = describe(index, table[index], defined);
  }
  INFO(first);
  REQUIRE(wrong == 0);
}

TEST_CASE("bits of b and c outside the fields never matter to shfl.sync", "[shfl]") {
  ScalarDomain d;
  std::uint64_t seed = 1;
  const auto next = [&seed] { return seed = seed * 6364136223846793005u + 1442695040888963407u; };
  for (int i = 0; i < 200000; ++i) {
    const auto mode = static_cast<spec::ShflMode>(next() >> 62);
    const auto lane = d.constant<5>(next() >> 40);
    const auto b = d.constant<32>(next() >> 32);
    const auto c = d.constant<32>(next() >> 32);
    const auto whole = spec::shfl_source(d, mode, lane, b, c);
    const auto cut =
        spec::shfl_source(d, mode, lane, d.constant<32>(b.value & 31), d.constant<32>(c.value & 0x1f1f));
    REQUIRE(whole.lane == cut.lane);
    REQUIRE(whole.in_range == cut.in_range);
  }
}

}  // namespace
}  // namespace warpproof
