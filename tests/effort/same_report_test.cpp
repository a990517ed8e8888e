// The same input gives the same report, byte for byte but for times, however fast real time passes beside the
// work: each kernel that is near some limit is checked as it is, and again with time that runs faster.
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "checker/cli/input.h"
#include "tests/case_runner.h"
#include "tests/effort/slow_time.h"
#include "tests/equivalence/pair_case.h"
#include "tests/registered_cases.h"

namespace {

using warpproof::tests::MissingCases;
using warpproof::tests::PairCase;
using warpproof::tests::register_test;

constexpr const char* kList = "tests/effort/near_limits.txt";

std::string without_times(const std::string& report) {
  static const std::regex kTimes("[0-9]+\\.[0-9]+ s\\b");
  return std::regex_replace(report, kTimes, "TIME");
}

// A line of the list: a case file, or two functions of a file of pairs.
class Subject {
 public:
  explicit Subject(const std::string& line) : file_(line.substr(0, line.find(": "))) {
    if (file_.size() == line.size()) return;
    const std::string names = line.substr(file_.size() + 2);
    for (PairCase& pair : warpproof::tests::parse_pairs(warpproof::cli::read_file(file_), file_)) {
      if (pair.a + " " + pair.b == names) pair_ = std::move(pair);
    }
    if (!pair_) throw std::runtime_error("there is no pair " + line);
  }
  std::string report() const {
    if (pair_) {
      const auto result = warpproof::tests::run_pair(*pair_);
      return result.report + result.difference;
    }
    const auto result = warpproof::tests::run_case(file_);
    return result.skipped ? "skipped" : result.report + result.difference;
  }

 private:
  std::string file_;
  std::optional<PairCase> pair_;
};

class SameReport : public Catch::ITestInvoker {
 public:
  explicit SameReport(Subject subject) : subject_(std::move(subject)) {}
  void invoke() const override {
    const std::string alone = without_times(subject_.report());
    const warpproof::tests::SlowTime slow;
    CHECK(without_times(subject_.report()) == alone);
    CHECK(!alone.empty());
  }

 private:
  Subject subject_;
};

bool register_subjects() {
  const warpproof::tests::Shard shard;
  std::size_t number = 0;
  try {
    std::ifstream list(kList);
    for (std::string line; std::getline(list, line);) {
      if (line.empty() || line.starts_with("#")) continue;
      if (shard.runs(number++)) register_test(new SameReport(Subject(line)), line, "[effort]");
    }
  } catch (const std::exception& error) {
    register_test(new MissingCases(error.what()), "the list is read", "[effort]");
  }
  if (number < 50) register_test(new MissingCases("fewer than 50 kernels"), "kernels are found", "[effort]");
  return true;
}

const bool kRegistered = register_subjects();

}  // namespace
