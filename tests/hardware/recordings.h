// What was recorded on GPUs, as the tests of this folder read it.
#pragma once

#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tools/gpu_conformance/records.h"

namespace warpproof::conformance {

inline constexpr const char* kRecords = "tests/hardware/h100_conformance.txt.gz";
inline constexpr const char* kDiffering = "tests/hardware/h100_differing.txt";
inline constexpr std::uint64_t kRandomPrograms = 6000;  // of the recording

inline std::string unzip(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  REQUIRE(file != nullptr);
  std::string out;
  char buffer[1 << 16];
  for (int n; (n = gzread(file, buffer, sizeof buffer)) != 0;) {
    REQUIRE(n > 0);
    out.append(buffer, static_cast<std::size_t>(n));
  }
  gzclose(file);
  return out;
}

inline Records read_recording() {
  std::istringstream text(unzip(kRecords));
  return read_records(text, kRecords);
}

// Lines "NAME REASON", the reason a word that tools/gpu_conformance/README.md explains; "#" begins a comment.
inline std::map<std::string, std::string> read_differing() {
  std::ifstream in(kDiffering);
  REQUIRE(in.good());
  std::map<std::string, std::string> out;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string id, reason, rest;
    INFO(line);
    REQUIRE(words >> id >> reason);
    REQUIRE_FALSE(words >> rest);
    REQUIRE(out.emplace(id, reason).second);
  }
  return out;
}

}  // namespace warpproof::conformance
