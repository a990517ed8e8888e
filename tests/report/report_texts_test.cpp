// The reports of the kernels in cases/ are those in expected/, but for times, effort and the compiler's flags. To write them
// anew, from the root of the repository:
//   bazel build -c opt //tests/report:report_texts_test
//   WARPPROOF_UPDATE=tests/report/expected bazel-bin/tests/report/report_texts_test
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "src/frontend/process.h"

namespace {

const std::string kCases = "tests/report/cases", kExpected = "tests/report/expected";

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return (std::ostringstream() << in.rdbuf()).str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// Without what says how hard it was.
std::string told(const std::string& text) {
  std::string out;
  for (const std::string& line : lines_of(text)) {
    const auto begins = [&](const char* what) { return line.rfind(what, 0) == 0; };
    if (begins("  effort ") || begins("compiled by ") || line.find(" folded, ") != std::string::npos) continue;
    out += line + "\n";
  }
  while (out.size() > 1 && out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(kCases)) out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::string report_of(const std::string& name) {
  const auto result = warpproof::run_process({"checker/cli/warpproof", "check", kCases + "/" + name + ".cu", "--color", "never"},
                                             {}, 240, std::size_t{64} << 20);
  REQUIRE_FALSE(result.timed_out);
  CHECK(result.exit_status == 1);
  return told(result.output);
}

}  // namespace

TEST_CASE("twenty reports are as they were read and found good") {
  REQUIRE(names().size() >= 20);
  const char* const update = std::getenv("WARPPROOF_UPDATE");
  for (const std::string& name : names()) {
    DYNAMIC_SECTION(name) {
      const std::string report = report_of(name);
      if (update != nullptr) {
        std::ofstream(std::filesystem::path(update) / (name + ".txt"), std::ios::binary) << report;
        continue;
      }
      CHECK(report == read(std::filesystem::path(kExpected) / (name + ".txt")));
    }
  }
}

TEST_CASE("cause, place and remedy are in the first three lines") {
  for (const std::string& name : names()) {
    const std::vector<std::string> lines = lines_of(read(std::filesystem::path(kExpected) / (name + ".txt")));
    const auto error = std::find_if(lines.begin(), lines.end(),
                                    [](const std::string& line) { return line.find(": error: ") != std::string::npos; });
    INFO(name);
    REQUIRE(lines.end() - error > 2);
    CHECK(error == lines.begin() + 1);
    CHECK(error->rfind(kCases + "/" + name + ".cu:", 0) == 0);
    CHECK(error->back() == ']');
    CHECK(error[1].rfind("  help: ", 0) == 0);
    CHECK(error[2].find(" | ") != std::string::npos);
  }
}

TEST_CASE("reports of CUDA C++ name its operations, not those of PTX") {
  for (const std::string& name : names()) {
    if (name == "idiom-predicated" || name == "flashmla57" || name == "cccl10985") continue;  // asm statements
    for (const std::string& line : lines_of(read(std::filesystem::path(kExpected) / (name + ".txt")))) {
      INFO(name << ": " << line);
      for (const char* ptx : {"shfl.sync", "vote.sync", "bar.warp.sync", "barrier.sync", "redux.sync"})
        CHECK(line.find(ptx) == std::string::npos);
    }
  }
}
