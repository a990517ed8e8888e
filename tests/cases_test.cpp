// One Catch2 test case for each file below tests/cases and examples.
#include <algorithm>
#include <catch2/catch.hpp>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "tests/case_runner.h"
#include "tests/registered_cases.h"

namespace {

using warpproof::tests::CaseResult;
using warpproof::tests::MissingCases;
using warpproof::tests::register_test;

class CaseTest : public Catch::ITestInvoker {
 public:
  explicit CaseTest(std::string file) : file_(std::move(file)) {}

  void invoke() const override {
    const CaseResult result = warpproof::tests::run_case(file_);
    if (result.skipped) {
      WARN("skipped: needs nvcc, which is not installed");
      SUCCEED();
      return;
    }
    // Catch2 would break the report's lines.
    if (!result.difference.empty())
      std::cout << file_ << ": " << result.difference << '\n' << result.report << '\n';
    INFO(result.difference);
    CHECK(result.difference.empty());
  }

 private:
  std::string file_;
};

bool register_cases() {
  const warpproof::tests::Shard shard;
  try {
    const warpproof::tests::DearCases dear;
    std::vector<std::string> files = warpproof::tests::find_cases({"tests/cases", "examples"});
    for (const std::string& name : dear.names()) {
      if (name.starts_with("tests/cases/") && std::find(files.begin(), files.end(), name) == files.end())
        register_test(new MissingCases("tests/dear_cases.txt: there is no case " + name), name, "[case]");
    }
    std::erase_if(files, [&](const std::string& file) { return dear.contains(file); });
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (shard.runs(i)) register_test(new CaseTest(files[i]), files[i], "[case]");
    }
  } catch (const std::exception& error) {
    register_test(new MissingCases(error.what()), "test cases are found", "[case]");
  }
  return true;
}

const bool kRegistered = register_cases();

}  // namespace
