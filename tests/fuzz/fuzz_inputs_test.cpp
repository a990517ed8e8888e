// What the fuzzer found once, and its first inputs: each ends as ptx_fuzzer.cpp asks.
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

TEST_CASE("inputs of the fuzzer end with an error or a result") {
  int count = 0;
  for (const char* folder : {"tests/fuzz/inputs", "examples"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file() || entry.path().extension() != ".ptx") continue;
      INFO(entry.path().string());
      std::ifstream in(entry.path(), std::ios::binary);
      const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
      CHECK(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) == 0);
      ++count;
    }
  }
  CHECK(count >= 8);
}
