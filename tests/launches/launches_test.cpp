// `warpproof check FILE` of whole programs. A comment `expect: VERDICT` on a line is about the launches on that line; on
// the line of a kernel's name, as in `// expect without launch k: VERDICT`, about the kernel k, which nothing launches.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "src/frontend/process.h"

namespace warpproof {
namespace {

namespace fs = std::filesystem;

struct Expectations {
  std::map<int, std::string> by_line;
  std::map<std::string, std::string> without_launch;
};

std::string word_behind(const std::string& line, const std::string& mark, std::string* name = nullptr) {
  const std::size_t at = line.find(mark);
  if (at == std::string::npos) return "";
  std::string rest = line.substr(at + mark.size());
  const std::size_t colon = rest.find(": ");
  if (name != nullptr) *name = rest.substr(0, colon);
  if (name != nullptr) rest = rest.substr(colon + 2);
  return rest.substr(0, rest.find_first_of(" \r"));
}

Expectations read(const fs::path& path) {
  Expectations out;
  std::ifstream in(path);
  std::string line, name;
  for (int number = 1; std::getline(in, line); ++number) {
    if (const std::string verdict = word_behind(line, "// expect: "); !verdict.empty()) out.by_line[number] = verdict;
    if (const std::string verdict = word_behind(line, "// expect without launch ", &name); !verdict.empty())
      out.without_launch[name] = verdict;
  }
  return out;
}

std::vector<std::string> files(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".cu") out.push_back(entry.path().string());
  }
  std::sort(out.begin(), out.end());
  // Bazel runs a part of them in each of its shards.
  const char *count = std::getenv("TEST_TOTAL_SHARDS"), *index = std::getenv("TEST_SHARD_INDEX");
  if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE")) std::ofstream(status) << "";
  if (count == nullptr || index == nullptr) return out;
  std::vector<std::string> mine;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (i % std::stoul(count) == std::stoul(index)) mine.push_back(out[i]);
  }
  return mine;
}

// Of FILE:LINE:COLUMN.
int line_of(const std::string& place) {
  const std::size_t column = place.rfind(':'), line = place.rfind(':', column - 1);
  return std::stoi(place.substr(line + 1, column - line - 1));
}

void check(const std::string& file) {
  const Expectations expected = read(file);
  INFO(file);
  REQUIRE((!expected.by_line.empty() || !expected.without_launch.empty()));
  const ProcessResult ran = run_process({"checker/cli/warpproof", "check", file, "--format", "json"},
                                        {}, 7200, std::size_t{64} << 20);
  INFO(ran.output.substr(0, 4000));
  REQUIRE_FALSE(ran.timed_out);
  const auto report = nlohmann::json::parse(ran.output, nullptr, false);
  REQUIRE_FALSE(report.is_discarded());
  std::set<int> seen;
  std::set<std::string> seen_kernels;
  for (const auto& kernel : report["kernels"]) {
    const std::string name = kernel["name"], verdict = kernel["verdict"];
    INFO(name << " " << kernel["launch"].dump());
    if (!kernel["launch"].contains("source")) {
      seen_kernels.insert(name);
      REQUIRE(expected.without_launch.contains(name));
      CHECK(verdict == expected.without_launch.at(name));
      continue;
    }
    const auto& source = kernel["launch"]["source"];
    const int line = source["line"];
    seen.insert(line);
    REQUIRE(expected.by_line.contains(line));
    CHECK(verdict == expected.by_line.at(line));
    // Equal launches need no expectation of their own; one that they have is held.
    for (const auto& place : source["also_at"]) {
      const auto same = expected.by_line.find(line_of(place));
      if (same == expected.by_line.end()) continue;
      seen.insert(same->first);
      CHECK(verdict == same->second);
    }
  }
  for (const auto& [line, verdict] : expected.by_line) {
    INFO("line " << line);
    CHECK(seen.contains(line));
  }
  for (const auto& [name, verdict] : expected.without_launch) {
    INFO(name);
    CHECK(seen_kernels.contains(name));
  }
}

TEST_CASE("ordinary programs are checked for the launches that they make") {
  for (const std::string& file : files("tests/launches/programs")) check(file);
}

TEST_CASE("programs that include cub, thrust and libcu++ are checked where nvcc compiles them") {
  const TemporaryDirectory folder;
  const std::string empty = folder.path() + "/k.cu";
  std::ofstream(empty) << "__global__ void k() {}\n";
  if (run_process({"checker/cli/warpproof", "check", empty, "--compiler", "nvcc"}, {}, 7200, std::size_t{1} << 20).exit_status != 0) {
    WARN("nvcc is not installed: programs with the toolkit's headers are left out");
    return;
  }
  for (const std::string& file : files("tests/launches/toolkit")) check(file);
}

TEST_CASE("each case and its twin") {
  for (const std::string& file : files("tests/launches/cases")) check(file);
}

TEST_CASE("each example is checked for the launches that it makes") {
  for (const std::string& file : files("examples")) check(file);
}

TEST_CASE("each case has a twin") {
  for (const auto& entry : fs::directory_iterator("tests/launches/cases")) {
    const std::string name = entry.path().stem().string();
    const std::size_t dash = name.rfind('-');
    INFO(name);
    REQUIRE(dash != std::string::npos);
    const std::string twin = name.substr(0, dash) + (name.substr(dash) == "-ok" ? "-bug" : "-ok") + ".cu";
    CHECK(fs::exists("tests/launches/cases/" + twin));
  }
}

}  // namespace
}  // namespace warpproof
