// A kernel of one warp whose output was recorded on a GPU, for the tests of this folder.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "src/concrete/run_ptx.h"
#include "tests/hardware/recordings.h"

namespace warpproof::conformance {

// Words in hexadecimal, separated by blanks.
inline std::vector<std::uint32_t> read_hex_words(const std::string& path) {
  std::istringstream text(unzip(path));
  std::vector<std::uint32_t> out;
  for (std::uint32_t word; text >> std::hex >> word;) out.push_back(word);
  REQUIRE(text.eof());
  return out;
}

// Memory that holds these words.
inline MemoryCells memory_of(const std::vector<std::uint32_t>& words) {
  MemoryCells out;
  out.allocation = 1;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(words.data());
  out.bytes.assign(bytes, bytes + words.size() * sizeof(std::uint32_t));
  return out;
}

// Runs a recorded kernel of one warp on the evaluator: every word that it stores is the recorded one.
inline void check_recorded_kernel(const std::string& kernel, const std::vector<std::uint32_t>& inputs,
                                  const std::string& recording) {
  std::ifstream file(kernel);
  const std::string ptx((std::istreambuf_iterator<char>(file)), {});
  testing::Run run;
  run.sm = 90;
  run.inputs.memory.push_back(memory_of(inputs));
  const RunResult result = testing::run_text(ptx, run);
  REQUIRE(result.outcome == RunResult::Outcome::Finished);
  CHECK(result.findings.empty());
  const std::vector<std::uint32_t> expected = read_hex_words(recording);
  const std::vector<std::uint32_t> got = testing::output(result, expected.size());
  REQUIRE_FALSE(expected.empty());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO("word " << i);
    CHECK(got[i] == expected[i]);
  }
}

}  // namespace warpproof::conformance
