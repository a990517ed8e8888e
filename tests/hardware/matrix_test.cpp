// Matrix instructions of integers and what they move, on the evaluator, against what an H100 did.
#include <cstdint>
#include <vector>

#include "tests/hardware/recorded_kernel.h"

namespace warpproof {
namespace {

constexpr std::uint32_t kInputWords = 32 * 24;

std::vector<std::uint32_t> inputs() {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < kInputWords; ++i) out.push_back((i + 1) * 2654435761u ^ (i * 40503u << 7));
  return out;
}

TEST_CASE("ldmatrix, stmatrix and mma of integers give the words that an H100 gave") {
  REQUIRE(conformance::read_hex_words("tests/hardware/h100_matrix.txt.gz").size() == 32 * 64);
  conformance::check_recorded_kernel("tests/hardware/matrix.ptx", inputs(),
                                     "tests/hardware/h100_matrix.txt.gz");
}

}  // namespace
}  // namespace warpproof
