// Matrix instructions of integers and what they move, on the evaluator, against what an H100 did.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "src/concrete/run_ptx.h"
#include "tests/hardware/recordings.h"

namespace warpproof {
namespace {

constexpr std::uint32_t kInputWords = 32 * 24;

MemoryCells inputs() {
  MemoryCells out;
  out.allocation = 1;
  for (std::uint32_t i = 0; i < kInputWords; ++i) {
    const std::uint32_t word = (i + 1) * 2654435761u ^ (i * 40503u << 7);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&word);
    out.bytes.insert(out.bytes.end(), bytes, bytes + sizeof word);
  }
  return out;
}

TEST_CASE("ldmatrix, stmatrix and mma of integers give the words that an H100 gave") {
  std::ifstream file("tests/hardware/matrix.ptx");
  const std::string ptx((std::istreambuf_iterator<char>(file)), {});
  testing::Run run;
  run.sm = 90;
  run.inputs.memory.push_back(inputs());
  const RunResult result = testing::run_text(ptx, run);
  REQUIRE(result.outcome == RunResult::Outcome::Finished);
  CHECK(result.findings.empty());

  std::istringstream recorded(conformance::unzip("tests/hardware/h100_matrix.txt.gz"));
  std::vector<std::uint32_t> expected;
  for (std::uint32_t word; recorded >> std::hex >> word;) expected.push_back(word);
  REQUIRE(expected.size() == 32 * 64);
  const std::vector<std::uint32_t> got = testing::output(result, expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO("thread " << i / 64 << ", word " << i % 64);
    CHECK(got[i] == expected[i]);
  }
}

}  // namespace
}  // namespace warpproof
