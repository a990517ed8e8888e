// One Catch2 test case for each file below tests/cases and examples, registered when the program starts.
// Bazel splits them over shards (docs.bazel.build, "Test encyclopedia": TEST_TOTAL_SHARDS, TEST_SHARD_INDEX).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "tests/case_runner.h"

namespace {

using warpproof::tests::CaseResult;

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

// A suite that lost its cases must not pass.
class MissingCases : public Catch::ITestInvoker {
 public:
  explicit MissingCases(std::string message) : message_(std::move(message)) {}
  void invoke() const override { FAIL(message_); }

 private:
  std::string message_;
};

std::size_t number_from_environment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoul(text, nullptr, 10);
}

void register_test(Catch::ITestInvoker* invoker, const std::string& name) {
  // The registry owns the invoker from here on.
  const Catch::AutoReg registration(invoker, CATCH_INTERNAL_LINEINFO, "", Catch::NameAndTags(name, "[case]"));
}

bool register_cases() {
  if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE"))
    std::ofstream(status, std::ios::app).flush();
  const std::size_t shards = std::max<std::size_t>(number_from_environment("TEST_TOTAL_SHARDS", 1), 1);
  const std::size_t shard = number_from_environment("TEST_SHARD_INDEX", 0);
  try {
    const std::vector<std::string> files = warpproof::tests::find_cases({"tests/cases", "examples"});
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (i % shards == shard) register_test(new CaseTest(files[i]), files[i]);
    }
  } catch (const std::exception& error) {
    register_test(new MissingCases(error.what()), "test cases are found");
  }
  return true;
}

const bool kRegistered = register_cases();

}  // namespace
