// Chains of extended-precision instructions on the evaluator, against what an H200 did (spec/carry.h).
#include <array>
#include <cstdint>
#include <vector>

#include "tests/hardware/recorded_kernel.h"

namespace warpproof {
namespace {

// As the recording had them: half of the words are at an edge of their range.
std::vector<std::uint32_t> inputs() {
  constexpr std::array<std::uint32_t, 8> kEdges = {0,          1,          2,          3,
                                                   0xffffffff, 0xfffffffe, 0x80000000, 0x7fffffff};
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < 128 + 256; ++i) {
    std::uint32_t h = (i + 1) * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    out.push_back((h & 1) != 0 ? kEdges[h >> 8 & 7] : h);
  }
  return out;
}

TEST_CASE("every mix of three extended-precision instructions gives the words that an H200 gave") {
  REQUIRE(conformance::read_hex_words("tests/hardware/h200_carry.txt.gz").size() == 32 * 128);
  conformance::check_recorded_kernel("tests/hardware/carry.ptx", inputs(),
                                     "tests/hardware/h200_carry.txt.gz");
}

}  // namespace
}  // namespace warpproof
