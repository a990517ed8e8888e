// The same input gives the same report, byte for byte but for times: each kernel of a list is checked as it is,
// and again as on a slow and busy machine (tests/effort/slow_machine.h). Little effort puts every one of them
// near a limit, where a clock that decided anything would show; some get the effort of every day. The second time
// strategies race as well (src/base/race.h): copies, which no timer slows down, are ahead of what decides about them.
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "checker/cli/input.h"
#include "src/base/apart.h"
#include "src/base/race.h"
#include "tests/case_runner.h"
#include "tests/effort/slow_machine.h"
#include "tests/equivalence/pair_case.h"
#include "tests/registered_cases.h"

namespace {

using warpproof::tests::CaseChange;
using warpproof::tests::LoadedCase;
using warpproof::tests::MissingCases;
using warpproof::tests::PairCase;
using warpproof::tests::register_test;

constexpr const char* kList = "tests/effort/near_limits.txt";
constexpr double kLittle = 0.02;

std::string without_times(const std::string& report) {
  static const std::regex kTimes("[0-9]+\\.[0-9]+ s\\b");
  return std::regex_replace(report, kTimes, "TIME");
}

// Each in a process of its own, so that none finds what another left.
std::string in_a_process(const std::function<std::string()>& work) {
  const auto result = warpproof::run_apart(
      [&] {
        try {
          return without_times(work());
        } catch (const std::exception& error) {
          return std::string("FAILED: ") + error.what();
        }
      },
      std::chrono::steady_clock::time_point::max());
  return result.outcome == warpproof::ApartResult::Outcome::Finished ? result.bytes : "FAILED";
}

void same_twice(const std::function<std::string()>& work) {
  const std::string alone = in_a_process(work);
  warpproof::IdleProcessors idle(1, std::chrono::milliseconds(0));
  const std::string slow = in_a_process([&] {
    const warpproof::tests::SlowMachine machine;
    warpproof::IdleProcessors::use(&idle);
    return work();
  });
  CHECK(slow == alone);
  CHECK(alone.find("effort ") != std::string::npos);
  CHECK(alone.find("FAILED") == std::string::npos);
}

// A line of the list: a case file, or two functions of a file of pairs; "all: " before it for the effort of
// every day.
class SameReport : public Catch::ITestInvoker {
 public:
  explicit SameReport(std::string line) {
    if (line.starts_with("all: ")) {
      effort_ = 1;
      line = line.substr(5);
    }
    file_ = line.substr(0, line.find(": "));
    if (file_.size() == line.size()) return;
    const std::string names = line.substr(file_.size() + 2);
    for (PairCase& pair : warpproof::tests::parse_pairs(warpproof::cli::read_file(file_), file_)) {
      if (pair.a + " " + pair.b == names) pair_ = std::move(pair);
    }
    if (!pair_) throw std::runtime_error("there is no pair " + line);
    pair_->options.check.effort = effort_;
  }
  void invoke() const override {
    if (pair_) return same_twice([&] { return warpproof::tests::run_pair(*pair_).report; });
    const LoadedCase loaded = warpproof::tests::load_case(file_);
    same_twice([&] {
      CaseChange change;
      change.effort = effort_;
      warpproof::report::Report report;
      report.kernels = warpproof::tests::check_case(loaded, change);
      return warpproof::report::to_text(report, {});
    });
  }

 private:
  std::string file_;
  double effort_ = kLittle;
  std::optional<PairCase> pair_;
};

bool register_subjects() {
  const warpproof::tests::Shard shard;
  std::size_t number = 0;
  try {
    std::ifstream list(kList);
    for (std::string line; std::getline(list, line);) {
      if (line.empty() || line.starts_with("#")) continue;
      if (shard.runs(number++)) register_test(new SameReport(line), line, "[effort]");
    }
  } catch (const std::exception& error) {
    register_test(new MissingCases(error.what()), "the list is read", "[effort]");
  }
  if (number < 50) register_test(new MissingCases("fewer than 50 kernels"), "kernels are found", "[effort]");
  return true;
}

const bool kRegistered = register_subjects();

}  // namespace
