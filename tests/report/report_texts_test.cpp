// The reports of the kernels in cases/ are those in expected/, but for times, effort and the compiler's flags. To write them
// anew, from the root of the repository:
//   bazel build -c opt //tests/report:report_texts_test
//   WARPPROOF_UPDATE=tests/report/expected bazel-bin/tests/report/report_texts_test
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
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
    if (begins("  effort ") || begins("compiled by ") || line.find(" answered by simplification, ") != std::string::npos) continue;
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
                                             {}, 7200, std::size_t{64} << 20);
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

bool is_number(const std::string& argument) { return argument.find("=cells:any:") == std::string::npos; }

// A number's argument with others in its place.
std::vector<std::string> with_others(const std::string& argument) {
  std::vector<std::string> out;
  const std::size_t value = argument.find('=') + 1;
  for (const char* other : {"0", "1", "2147483647", "-1"}) {
    if (argument.substr(value) != other) out.push_back(argument.substr(0, value) + other);
  }
  return out;
}

// A buffer's argument without one of the words that it is given. Nothing where it has none.
std::vector<std::string> with_less(const std::string& argument) {
  std::vector<std::string> out;
  const std::size_t cells = argument.find("=cells:any:");
  // name=cells:any:BYTE=HEX,BYTE=HEX: words of four bytes are eight digits, leading zeros at their end left out.
  const std::string all = argument.substr(cells + 11);
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find(',', at), all.size());
    const std::string others = all.substr(0, at) + (end < all.size() ? all.substr(end + 1) : "");
    const std::string rest = others.ends_with(',') ? others.substr(0, others.size() - 1) : others;
    out.push_back(argument.substr(0, cells + 11) + rest);
    at = end + 1;
  }
  return out;
}

// Saved inputs with one argument changed, run again: whether that still breaks the rule.
bool breaks(nlohmann::json saved, std::size_t word, const std::string& argument, const std::string& rule) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/less.json";
  saved["command"][word] = argument;
  std::ofstream(path) << nlohmann::json{{"schema", "warpproof-inputs/1"}, {"runs", nlohmann::json::array({saved})}}.dump();
  const auto result = warpproof::run_process({"checker/cli/warpproof", "replay", path}, {}, 7200, std::size_t{64} << 20);
  INFO(result.output);
  REQUIRE(result.exit_status != 3);
  return result.exit_status == 1 && result.output.find(rule) != std::string::npos;
}

// Whether the value of a parameter is among the inputs that the report shows, or part of it.
bool is_shown(const nlohmann::json& saved, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  for (const auto& [shown, value] : saved["inputs"].items()) {
    if (shown == name || shown.rfind(name + "[", 0) == 0 || shown.rfind(name + ".", 0) == 0) return true;
  }
  return false;
}

TEST_CASE("each input that is shown is needed for the error, and no other one") {
  std::size_t inputs = 0, others = 0;
  for (const std::string& name : names()) {
    const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/saved.json";
    const auto result = warpproof::run_process(
        {"checker/cli/warpproof", "check", kCases + "/" + name + ".cu", "-q", "--save-inputs", path}, {}, 7200, std::size_t{64} << 20);
    REQUIRE(result.exit_status == 1);
    const nlohmann::json all = nlohmann::json::parse(read(path));
    for (const nlohmann::json& saved : all["runs"]) {
      const std::string rule = saved["rule"];
      const std::vector<std::string> words = saved["command"];
      for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i - 1] != "--arg") continue;
        INFO(name << ": " << words[i]);
        CHECK(breaks(saved, i, words[i], rule));
        if (is_number(words[i])) {
          const std::vector<std::string> tried = with_others(words[i]);
          const bool shown = is_shown(saved, words[i]);
          ++(shown ? inputs : others);
          CHECK(std::all_of(tried.begin(), tried.end(), [&](const std::string& other) { return breaks(saved, i, other, rule); }) != shown);
          continue;
        }
        for (const std::string& less : with_less(words[i])) {
          ++inputs;
          INFO(name << ": " << words[i] << " became " << less);
          CHECK_FALSE(breaks(saved, i, less, rule));
        }
      }
    }
  }
  CHECK(inputs >= 2);  // many need none
  CHECK(others >= 1);
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
